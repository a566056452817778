/** Starts a service with an office, and signs staff in. */

import { randomBytes } from 'node:crypto'
import type { Engine } from '../../../src/db/database.ts'
import type { Role } from '../../../src/office/sign-in/roles.ts'
import { startService, type TestService } from '../service/service.ts'
import { freePort } from '../service/test-server.ts'
import { BrowserClient } from './browser-client.ts'
import { type StaffProvider, startStaffProvider } from './staff-provider.ts'

/** A service with an office. */
export interface OfficeService {
  service: TestService
  /** Where browsers reach it. */
  url: string
}

/** A service whose staff sign in by an identity provider. */
export interface ProvidedOffice extends OfficeService {
  provider: StaffProvider
}

/** Starts a service of development, whose staff sign in by a role. */
export async function startOffice(engine: Engine, env: NodeJS.ProcessEnv = {}): Promise<OfficeService> {
  const port = String(await freePort())
  const url = `http://localhost:${port}`
  return { url, service: await startService(engine, { PORT: port, PUBLIC_URL: url, ...env }) }
}

/** Starts a service whose staff sign in by an identity provider; claim `roles` holds their scopes. @param now its clock */
export async function startProvidedOffice(
  engine: Engine,
  env: NodeJS.ProcessEnv = {},
  now?: () => number,
): Promise<ProvidedOffice> {
  const port = String(await freePort())
  const url = `http://localhost:${port}`
  const provider = await startStaffProvider(url)
  const variables = {
    PORT: port,
    PUBLIC_URL: url,
    OFFICE_OIDC_ISSUER: provider.issuer,
    OFFICE_OIDC_CLIENT_ID: provider.clientId,
    OFFICE_OIDC_CLIENT_SECRET: provider.clientSecret,
    ACCESS_TOKEN_SCOPE_CLAIMS: 'scope,roles',
    ACCESS_TOKEN_SCOPE_MAP: 'shop-support=customers:read,shop-support=carts:read,shop-support=customers:write',
    ...env,
  }
  return { service: await startService(engine, variables, now), url, provider }
}

/** Signs in by a role. @returns the browser with the session */
export async function signInAs(url: string, role: Role): Promise<BrowserClient> {
  const browser = new BrowserClient()
  const answer = await browser.fetch(`${url}/office/sign-in/role`, { method: 'POST', body: { role } })
  if (answer.status !== 204) throw new Error(`no session: ${answer.status} ${answer.text}`)
  return browser
}

/** Returns an account with a subject of its own and claims. */
export function account(claims: Record<string, unknown>): StaffProvider['account'] {
  return { id: `staff-${randomBytes(6).toString('hex')}`, claims }
}

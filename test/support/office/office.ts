/** Starts a service with an office, and signs staff in. */

import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadOfficeKey } from '../../../src/config/office-key.ts'
import type { Engine } from '../../../src/db/database.ts'
import type { Role } from '../../../src/office/sign-in/roles.ts'
import { recordSecret } from '../runner/logs.ts'
import { startService, type TestService } from '../service/service.ts'
import { freePort } from '../service/test-server.ts'
import { BrowserClient } from './browser-client.ts'
import { type ProviderOptions, type StaffProvider, startStaffProvider } from './staff-provider.ts'

/** What the log tells once the provider was tried at the start. */
const TRIED = /the identity provider of the office answers|nobody can sign in to the office/

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

/** The clock of a service, and what its provider can do. */
export interface ProvidedOptions extends ProviderOptions {
  now?: () => number
}

/** Starts a service whose staff sign in by an identity provider; claim `roles` holds their scopes. */
export async function startProvidedOffice(
  engine: Engine,
  env: NodeJS.ProcessEnv = {},
  { now, ...options }: ProvidedOptions = {},
): Promise<ProvidedOffice> {
  const port = String(await freePort())
  const url = `http://localhost:${port}`
  const provider = await startStaffProvider(url, options)
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
  const service = await startService(engine, variables, now)
  // The provider is tried at the start: a test counts the requests and faults that follow.
  while (!service.log.some(line => TRIED.test(line))) await sleep(5)
  return { service, url, provider }
}

/** The key of the roles of a service in this process, which no log may contain. */
export function officeKeyOf({ config }: Pick<TestService, 'config'>): string {
  const key = loadOfficeKey(config)
  if (key === undefined) throw new Error('this service has no roles')
  recordSecret(key)
  return key
}

/** The headers of a request with the key of the roles. */
export function withKey(service: Pick<TestService, 'config'>): Record<string, string> {
  return { 'Sepet-Office-Key': officeKeyOf(service) }
}

/** Signs in by a role. @returns the browser with the session */
export async function signInAs({ url, service }: OfficeService, role: Role): Promise<BrowserClient> {
  const browser = new BrowserClient()
  await takeRole({ url, service }, role, browser)
  return browser
}

/** Signs a browser in by a role. */
export async function takeRole({ url, service }: OfficeService, role: Role, browser: BrowserClient): Promise<void> {
  const request = { method: 'POST', body: { role }, headers: withKey(service) }
  const answer = await browser.fetch(`${url}/office/sign-in/role`, request)
  if (answer.status !== 204) throw new Error(`no session: ${answer.status} ${answer.text}`)
}

/** Returns an account with a subject of its own and claims. */
export function account(claims: Record<string, unknown>): StaffProvider['account'] {
  return { id: `staff-${randomBytes(6).toString('hex')}`, claims }
}

/** The office: the pages of the staff, their sessions, and their door to the admin API. */

import cookies from '@fastify/cookie'
import { isLocalOnly } from '../auth/local-only.ts'
import type { Config } from '../config/config.ts'
import type { App } from '../http/fastify-types.ts'
import { officeRoutes } from '../office/office.routes.ts'
import { createStaffFinder } from '../office/session/find-staff.routes.ts'
import { createOfficeCookies } from '../office/session/office-cookies.ts'
import { createOfficeSessionStore } from '../office/session/office-sessions.store.ts'
import { createIdentityProvider, type IdentityProvider } from '../office/sign-in/identity-provider.oidc.ts'
import { logoutTokenRoutes } from '../office/sign-in/logout-token.routes.ts'
import { signInRoutes } from '../office/sign-in/sign-in.routes.ts'
import { closedDoor, createStaffDoor, type StaffDoor } from '../office/staff-door.routes.ts'
import { loadCurrentShop } from '../shop/shop.store.ts'
import type { AppDependencies, SharedServices } from './dependencies.ts'

/** Requests of sign-ins a minute per client network: each has two. */
const SIGN_IN_REQUESTS_PER_MINUTE = 60
/** Logouts a minute that the provider sends from one network: a whole shop may go home at once. */
const LOGOUTS_PER_MINUTE = 600

/** The office of an application. */
export interface Office {
  isOpen: boolean
  door: StaffDoor
  /** Registers the pages and endpoints, where there is an office. */
  register: (app: App, shared: SharedServices) => Promise<void>
}

/** Creates the office: by the settings of an identity provider, or in development for this machine alone. */
export function createOffice(dependencies: AppDependencies): Office {
  const { config, database, now } = dependencies
  const provider = createProvider(config, now)
  if (!provider && !isLocalOnly(config)) return { isOpen: false, door: closedDoor, register: async () => {} }
  const sessions = createOfficeSessionStore(database)
  const names = createOfficeCookies(config.PUBLIC_URL)
  const findStaff = createStaffFinder(sessions, names)
  return {
    isOpen: true,
    door: createStaffDoor({ findStaff, publicUrl: config.PUBLIC_URL }),
    register: (app, shared) =>
      registerOffice(app, dependencies, { shared, sessions, cookies: names, findStaff, provider }),
  }
}

type Parts = Pick<Parameters<typeof signInRoutes>[1], 'sessions' | 'cookies' | 'provider'> &
  Pick<Parameters<typeof officeRoutes>[1], 'findStaff'> & { shared: SharedServices }

async function registerOffice(app: App, dependencies: AppDependencies, parts: Parts): Promise<void> {
  const { config, database, limits, now } = dependencies
  const { shared, findStaff, provider, ...signIn } = parts
  await app.register(cookies)
  officeRoutes(app, {
    findStaff,
    loadShop: async () => (await loadCurrentShop(database, shared.loadShop)).shop,
    signInPath: provider ? '/office/sign-in/start' : '/office/sign-in',
    publicUrl: config.PUBLIC_URL,
    now,
  })
  const signInDependencies = {
    ...signIn,
    provider,
    claims: { scopeClaims: config.ACCESS_TOKEN_SCOPE_CLAIMS, scopeMap: config.ACCESS_TOKEN_SCOPE_MAP },
    limit: limits.create('office-sign-in', SIGN_IN_REQUESTS_PER_MINUTE),
    limitLogouts: limits.create('office-logout', LOGOUTS_PER_MINUTE),
    publicUrl: config.PUBLIC_URL,
    now,
  }
  signInRoutes(app, signInDependencies)
  if (provider) logoutTokenRoutes(app, provider, signInDependencies)
}

function createProvider(config: Config, now: () => number): IdentityProvider | undefined {
  const {
    OFFICE_OIDC_ISSUER: issuer,
    OFFICE_OIDC_CLIENT_ID: clientId,
    OFFICE_OIDC_CLIENT_SECRET: clientSecret,
  } = config
  if (!issuer || !clientId || !clientSecret) return undefined
  const { OFFICE_OIDC_SCOPE: scope, PUBLIC_URL: publicUrl } = config
  return createIdentityProvider({ issuer, clientId, clientSecret, scope, publicUrl }, now)
}

/** The office: the pages of the staff, their sessions, and their door to the admin API. */

import cookies from '@fastify/cookie'
import type { Config } from '../config/config.ts'
import { shared } from '../fairness/served-request.ts'
import type { App } from '../http/fastify-types.ts'
import { officeRoutes } from '../office/office.routes.ts'
import { createCurrentRights, type ReadRights } from '../office/session/current-rights.oidc.ts'
import { createStaffFinder } from '../office/session/find-staff.http.ts'
import { createOfficeCookies } from '../office/session/office-cookies.ts'
import { createOfficeSessionStore } from '../office/session/office-sessions.store.ts'
import type { Grant } from '../office/session/sealed-grant.crypto.ts'
import { createSessionRightsStore } from '../office/session/session-rights.store.ts'
import { createIdentityProvider, type IdentityProvider } from '../office/sign-in/identity-provider.oidc.ts'
import { logoutTokenRoutes } from '../office/sign-in/logout-token.routes.ts'
import { createKeyCheck } from '../office/sign-in/office-key.crypto.ts'
import type { ProviderFailure } from '../office/sign-in/provider-failure.oidc.ts'
import { createRightsReader } from '../office/sign-in/read-rights.oidc.ts'
import type { StaffClaimSettings } from '../office/sign-in/read-staff.ts'
import { signInRoutes } from '../office/sign-in/sign-in.routes.ts'
import { createSignInStore } from '../office/sign-in/sign-ins.store.ts'
import { closedDoor, createStaffDoor, type StaffDoor } from '../office/staff-door.http.ts'
import { loadCurrentShop } from '../shop/shop.store.ts'
import type { AppDependencies, SharedServices } from './dependencies.ts'
import { tryProviderAtStart } from './try-provider-at-start.ts'

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
  const { config, database, officeKey, now } = dependencies
  const provider = createProvider(config, now)
  if (!provider && officeKey === undefined) return { isOpen: false, door: closedDoor, register: async () => {} }
  const sessions = createOfficeSessionStore(database)
  const names = createOfficeCookies(config.PUBLIC_URL)
  let logFailure = (_failure: ProviderFailure, _message: string) => {}
  const notRead = (failure: ProviderFailure) => logFailure(failure, 'the rights of a session were not read again')
  const readRights = createReading(config, provider, notRead)
  const notRevoked = (failure: ProviderFailure) =>
    logFailure(failure, 'the refresh token of an ended session was not revoked')
  const endGrant = (grant: Grant) => void shared(async () => provider?.revoke(grant)).catch(notRevoked)
  const rights = createSessionRightsStore(database)
  const withCurrentRights = createCurrentRights({ sessions, rights, readRights, endGrant })
  const findStaff = createStaffFinder({ sessions, cookies: names, withCurrentRights })
  return {
    isOpen: true,
    door: createStaffDoor({ findStaff, publicUrl: config.PUBLIC_URL }),
    register: (app, shared) => {
      logFailure = ({ entry }, message) => app.log.warn(entry, message)
      return registerOffice(app, dependencies, { shared, sessions, cookies: names, findStaff, provider })
    },
  }
}

/** Creates the reading of rights. A session that an earlier configuration has begun at a provider ends where there is none any more. */
function createReading(
  config: Config,
  provider: IdentityProvider | undefined,
  onFailure: (failure: ProviderFailure) => void,
): ReadRights {
  if (!provider) return async () => ({ hasEnded: true })
  return createRightsReader({ provider, claims: claimSettingsOf(config), onFailure })
}

type Parts = Pick<Parameters<typeof signInRoutes>[1], 'sessions' | 'cookies' | 'provider'> &
  Pick<Parameters<typeof officeRoutes>[1], 'findStaff'> & { shared: SharedServices }

async function registerOffice(app: App, dependencies: AppDependencies, parts: Parts): Promise<void> {
  const { config, database, limits, officeKey, now } = dependencies
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
    signIns: createSignInStore(database),
    claims: claimSettingsOf(config),
    hasKey: createKeyCheck(officeKey),
    limit: limits.create('office-sign-in', SIGN_IN_REQUESTS_PER_MINUTE),
    limitLogouts: limits.create('office-logout', LOGOUTS_PER_MINUTE),
    publicUrl: config.PUBLIC_URL,
    now,
  }
  signInRoutes(app, signInDependencies)
  if (!provider) return
  logoutTokenRoutes(app, provider, signInDependencies)
  tryProviderAtStart(app, { provider, issuer: config.OFFICE_OIDC_ISSUER ?? '', ending: dependencies.ending })
}

function claimSettingsOf(config: Config): StaffClaimSettings {
  const { ACCESS_TOKEN_SCOPE_CLAIMS: scopeClaims, ACCESS_TOKEN_SCOPE_MAP: scopeMap } = config
  const scopesAsRights = config.OFFICE_OIDC_SCOPE_AS_RIGHTS ? config.OFFICE_OIDC_SCOPE.split(' ') : []
  return { scopeClaims, scopeMap, scopesAsRights }
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

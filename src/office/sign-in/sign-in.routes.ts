/** Signing in and out: by the shop's identity provider, or in development as one of four roles. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { refusal } from '../../errors.ts'
import type { App } from '../../http/fastify-types.ts'
import { clientNetworkOf } from '../../http/rate-limit/client-network.ts'
import type { RateLimit } from '../../http/rate-limit/rate-limit.ts'
import { cookieOf } from '../../http/request/request-source.ts'
import { isSameOrigin, OriginHeaders } from '../../http/request/same-origin.ts'
import { withoutStack } from '../../http/response/error-handler.ts'
import { returnPageOf } from '../return-page.ts'
import type { OfficeCookies } from '../session/office-cookies.ts'
import { OFFICE_ABSOLUTE_MS, type Staff } from '../session/office-session.ts'
import type { OfficeSessionStore } from '../session/office-sessions.store.ts'
import { requireSameSite } from '../staff-door.routes.ts'
import type { IdentityProvider } from './identity-provider.oidc.ts'
import { readPending, writePending } from './pending-sign-in.ts'
import { readStaff, type StaffClaimSettings } from './read-staff.ts'
import { ROLES, type Role, staffOfRole } from './roles.ts'

/** Where a sign-in that fails leads, with the reason. */
const SIGN_IN = '/office/sign-in'
/** A sign-in at the provider must end within ten minutes. */
const PENDING_SECONDS = 600

/** Why a sign-in failed, as the page tells it. */
type Problem = 'denied' | 'expired' | 'no_scopes' | 'subject' | 'unavailable'

/** The dependencies of the endpoints. */
export interface SignInDependencies {
  sessions: OfficeSessionStore
  cookies: OfficeCookies
  /** Undefined in development without one: staff sign in by a role. */
  provider: IdentityProvider | undefined
  claims: StaffClaimSettings
  /** Counts sign-ins by the client's network. */
  limit: RateLimit
  /** Counts logouts that the provider sends, by its network. */
  limitLogouts: RateLimit
  publicUrl: string
  /** Milliseconds since the epoch. */
  now: () => number
}

const config = { access: 'public', isUndescribed: true } as const
const Page = Type.Object({ to: Type.Optional(Type.String()) })
const RoleRequest = Type.Object({ role: Type.Unsafe<Role>(Type.Union(ROLES.map(role => Type.Literal(role)))) })
const Options = Type.Object({ provider: Type.Boolean(), roles: Type.Array(Type.String()) })
const Location = Type.Object({ location: Type.String() })

/** Registers the endpoints below `/office/sign-in`, and `/office/sign-out`. */
export function signInRoutes(app: App, dependencies: SignInDependencies): void {
  const { provider } = dependencies
  app.get(`${SIGN_IN}/options`, { config, schema: { response: { 200: Options } } }, async () => ({
    provider: provider !== undefined,
    roles: provider ? [] : [...ROLES],
  }))
  if (provider) providerRoutes(app, provider, dependencies)
  else roleRoutes(app, dependencies)
  signOutRoute(app, dependencies)
}

function providerRoutes(app: App, provider: IdentityProvider, dependencies: SignInDependencies): void {
  const { sessions, cookies, claims, limit, now } = dependencies
  const onRequest = async (request: FastifyRequest) => {
    await limit(clientNetworkOf(request.ip))
  }

  // A browser that is led here shows what it gets: a page with the reason, also over the limit and while the database is down.
  const errorHandler = (error: unknown, { log }: FastifyRequest, reply: FastifyReply) => {
    log.warn({ err: withoutStack(error) }, 'sign-in failed')
    return refuse(reply, 'unavailable')
  }

  app.get(
    `${SIGN_IN}/start`,
    { config: { ...config, errorBody: false }, schema: { querystring: Page }, onRequest, errorHandler },
    async ({ query, log }, reply) => {
      const to = returnPageOf(query.to)
      const begun = await provider.begin(to).catch(error => log.warn({ err: withoutStack(error) }, 'sign-in failed'))
      if (!begun) return refuse(reply, 'unavailable', to)
      const maxAge = PENDING_SECONDS
      reply.setCookie(cookies.pending, writePending(begun.pending), { ...cookies.attributes, maxAge })
      return reply.redirect(begun.url)
    },
  )

  app.get(
    `${SIGN_IN}/callback`,
    { config: { ...config, errorBody: false }, onRequest, errorHandler },
    async ({ raw, log }, reply) => {
      const pending = readPending(cookieOf(raw, cookies.pending))
      reply.clearCookie(cookies.pending, cookies.attributes)
      if (!pending) return refuse(reply, 'expired')
      const to = returnPageOf(pending.to)
      const query = queryOf(raw.url)
      if (new URLSearchParams(query).has('error')) return refuse(reply, 'denied', to)
      const signedIn = await provider
        .finish(query, pending)
        .catch(error => log.warn({ err: withoutStack(error) }, 'sign-in failed'))
      if (!signedIn) return refuse(reply, 'unavailable', to)
      const staff = readStaff(signedIn.claims, claims)
      if ('problem' in staff) return refuse(reply, staff.problem, to)
      const { providerSession } = signedIn
      await sessions.deleteSession(cookieOf(raw, cookies.session) ?? '')
      const id = await sessions.insertSession({ ...staffOf(staff), providerSession }, now())
      return keepSession(reply, cookies, id).redirect(to)
    },
  )
}

function roleRoutes(app: App, { sessions, cookies, publicUrl, now }: SignInDependencies): void {
  app.post(
    `${SIGN_IN}/role`,
    {
      config: { ...config, validatedByHandler: { headers: OriginHeaders } },
      schema: { body: RoleRequest, response: { 204: Type.Null() } },
      onRequest: async ({ namedHeaders }) => {
        if (!isSameOrigin(namedHeaders, publicUrl)) throw refusal('not_found')
      },
    },
    async ({ body: { role }, raw }, reply) => {
      await sessions.deleteSession(cookieOf(raw, cookies.session) ?? '')
      const id = await sessions.insertSession({ ...staffOfRole(role), providerSession: null }, now())
      return keepSession(reply, cookies, id).code(204).send(null)
    },
  )
}

function signOutRoute(app: App, { sessions, cookies, provider, publicUrl }: SignInDependencies): void {
  app.post(
    '/office/sign-out',
    {
      config,
      schema: { response: { 200: Location } },
      onRequest: async ({ raw }) => requireSameSite(raw, publicUrl),
    },
    async ({ raw, log }, reply) => {
      await sessions.deleteSession(cookieOf(raw, cookies.session) ?? '')
      reply.clearCookie(cookies.session, cookies.attributes)
      // The session here has ended, whether the provider answers or not.
      const elsewhere = await provider?.signOutUrl().catch(error => log.warn({ err: withoutStack(error) }, 'sign-out'))
      return { location: elsewhere ?? `${SIGN_IN}?ended=here` }
    },
  )
}

/** The fields of a member of the staff, without others. */
function staffOf({ subject, name, scopes }: Staff): Staff {
  return { subject, name, scopes }
}

function keepSession(reply: FastifyReply, cookies: OfficeCookies, id: string): FastifyReply {
  const maxAge = OFFICE_ABSOLUTE_MS / 1000
  return reply.setCookie(cookies.session, id, { ...cookies.attributes, maxAge })
}

function refuse(reply: FastifyReply, problem: Problem, to = '/office'): FastifyReply {
  return reply.redirect(`${SIGN_IN}?${new URLSearchParams({ problem, to })}`)
}

function queryOf(url = ''): string {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at)
}

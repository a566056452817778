/** Signing in and out: by the shop's identity provider, or in development as one of four roles. */

import Type from 'typebox'
import { refusal } from '../../errors.ts'
import type { App } from '../../http/fastify-types.ts'
import { cookieOf } from '../../http/request/request-source.ts'
import { isSameOrigin, OriginHeaders } from '../../http/request/same-origin.ts'
import { withoutStack } from '../../http/response/error-handler.ts'
import { requireSameSite } from '../staff-door.http.ts'
import { KeyHeader } from './office-key.crypto.ts'
import { providerSignInRoutes } from './provider-sign-in.routes.ts'
import { ROLES, type Role, staffOfRole } from './roles.ts'
import { keepSession, SIGN_IN, type SignInDependencies } from './sign-in-answers.http.ts'

const config = { access: 'public', isUndescribed: true } as const
const RoleRequest = Type.Object({ role: Type.Unsafe<Role>(Type.Union(ROLES.map(role => Type.Literal(role)))) })
const Options = Type.Object({ provider: Type.Boolean(), roles: Type.Array(Type.String()) })
const RoleHeaders = Type.Object({ ...OriginHeaders.properties, ...KeyHeader.properties })
const Location = Type.Object({ location: Type.String() })

/** Registers the endpoints below `/office/sign-in`, and `/office/sign-out`. */
export function signInRoutes(app: App, dependencies: SignInDependencies): void {
  const { provider, hasKey } = dependencies
  app.get(
    `${SIGN_IN}/options`,
    { config: { ...config, validatedByHandler: { headers: KeyHeader } }, schema: { response: { 200: Options } } },
    async ({ namedHeaders }) => ({
      provider: provider !== undefined,
      roles: !provider && hasKey(namedHeaders) ? [...ROLES] : [],
    }),
  )
  if (provider) providerSignInRoutes(app, provider, dependencies)
  else roleRoutes(app, dependencies)
  signOutRoute(app, dependencies)
}

function roleRoutes(app: App, { sessions, cookies, hasKey, publicUrl, now }: SignInDependencies): void {
  app.post(
    `${SIGN_IN}/role`,
    {
      config: { ...config, validatedByHandler: { headers: RoleHeaders } },
      schema: { body: RoleRequest, response: { 204: Type.Null() } },
      onRequest: async ({ namedHeaders }) => {
        if (!hasKey(namedHeaders) || !isSameOrigin(namedHeaders, publicUrl)) throw refusal('not_found')
      },
    },
    async ({ body: { role }, raw }, reply) => {
      await sessions.deleteSession(cookieOf(raw, cookies.session) ?? '')
      const id = await sessions.insertSession({ ...staffOfRole(role), providerSession: null, grant: null }, now())
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
      const grant = await sessions.deleteSession(cookieOf(raw, cookies.session) ?? '')
      reply.clearCookie(cookies.session, cookies.attributes)
      // The session here has ended, whether the provider answers or not.
      const failed = (error: Error) => log.warn({ err: withoutStack(error), cause: error.message }, 'sign-out')
      if (grant) await provider?.revoke(grant).catch(failed)
      const elsewhere = await provider?.signOutUrl().catch(failed)
      return { location: elsewhere ?? `${SIGN_IN}?ended=here` }
    },
  )
}

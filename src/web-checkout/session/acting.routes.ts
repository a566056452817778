/** Endpoints of the web shop's own server: it acts for a browser's web session, and logs its customer in. */

import Type from 'typebox'
import { SESSION } from '../../api-paths.ts'
import { explainInactiveOwner, type OwnerStatus } from '../../auth/access.ts'
import { cartIdOf, memberWithId, type Owner } from '../../auth/identity.ts'
import type { SepetTokens } from '../../auth/sepet-token.jwt.ts'
import { hashSessionId } from '../../auth/session-id.crypto.ts'
import { detailOf, Refusal, refusal } from '../../errors.ts'
import type { App } from '../../http/fastify-types.ts'
import type { RateLimit } from '../../http/rate-limit/rate-limit.ts'
import { ExternalId } from '../../schema/external-id.ts'
import { Id, instant } from '../../schema/fields.ts'
import * as docs from '../web-checkout.docs.ts'
import type { LoggedIn, LoginStore, SessionChange } from './login.store.ts'
import type { SessionCookie } from './session-cookie.ts'
import type { FindSessionUser } from './session-user.ts'
import { WebSession } from './web-session.routes.ts'

const ActingToken = Type.Object(
  {
    accessToken: Type.String({ description: 'an access token of the session’s owner' }),
    expiresAt: instant('when the token stops working; it stops earlier when the session ends'),
    subject: Type.String({ description: 'whose token it is', examples: ['member:1'] }),
  },
  { title: 'ActingToken' },
)

const Login = Type.Object({
  customerId: Type.Optional(Id()),
  externalId: Type.Optional(ExternalId),
  merge: Type.Optional(
    Type.Boolean({
      default: true,
      description:
        'whether the cart, the choices and the hold of a guest’s session come along; with `false` they stay the guest’s, whose tokens remain valid',
    }),
  ),
})

const WebLogin = Type.Object(
  {
    ...WebSession.properties,
    meta: Type.Object({
      merged: Type.Integer({ minimum: 0, description: 'how many lines of the guest’s cart came along' }),
    }),
  },
  { title: 'WebLogin' },
)

/** The dependencies of the endpoints. */
export interface ActingDependencies {
  /** Signs the tokens; undefined leaves the endpoint for tokens out. */
  tokens: SepetTokens | undefined
  findOwner: (sessionId: string, now: number) => Promise<Owner | undefined>
  loadStatus: (owner: Owner) => Promise<OwnerStatus>
  findSessionUser: FindSessionUser
  logins: LoginStore
  cookie: SessionCookie
  /** Limits requests per session. */
  limit: RateLimit
  newSessionId: () => string
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Registers the endpoints. Both require the shop's own credential beside the browser's cookie, which no page has. */
export function actingRoutes(app: App, dependencies: ActingDependencies): void {
  if (dependencies.tokens) tokenRoute(app, dependencies, dependencies.tokens)
  loginRoute(app, dependencies)
}

function tokenRoute(app: App, dependencies: ActingDependencies, tokens: SepetTokens): void {
  const { findOwner, loadStatus, cookie, limit, now } = dependencies
  app.post(
    `${SESSION}/token`,
    {
      config: { access: 'sessions:act', docs: docs.createActingToken },
      schema: { response: { 200: ActingToken } },
    },
    async request => {
      const id = request.cookies[cookie.name] ?? ''
      const owner = await findOwner(id, now())
      if (!owner || explainInactiveOwner(owner, await loadStatus(owner))) {
        throw refusal('session_not_found')
      }
      request.targets = owner.kind === 'member' ? { customerId: owner.customerId } : { guestId: owner.guestId }
      const hash = hashSessionId(id)
      await limit(hash)
      const { accessToken, expiresAt } = await tokens.signActing(owner, { hash, actor: request.actor }, now())
      return { accessToken, expiresAt: new Date(expiresAt).toISOString(), subject: cartIdOf(owner) }
    },
  )
}

function loginRoute(app: App, dependencies: ActingDependencies): void {
  const { logins, findSessionUser, cookie, newSessionId, now } = dependencies
  app.post(
    `${SESSION}/login`,
    {
      config: { access: 'sessions:act', docs: docs.logIn, requiresBody: true },
      schema: { body: Login, response: { 200: WebLogin } },
    },
    async (request, reply) => {
      const { customerId, externalId, merge = true } = request.body
      const newId = newSessionId()
      const guestCart = merge ? ('merge' as const) : ('leave' as const)
      const change = { newId, oldId: request.cookies[cookie.name], guestCart, actor: request.actor, now: now() }
      const { member, merged } = await logInOne(logins, { customerId, externalId }, change)
      request.targets = { customerId: member.customerId }
      reply.setCookie(cookie.name, newId, cookie.attributes)
      return { ...(await findSessionUser(member)), meta: { merged } }
    },
  )
}

type LoginIds = { customerId: number | undefined; externalId: string | undefined }

/** @throws Refusal 422 for both ids or none, and for a customer who is not active */
async function logInOne(
  logins: LoginStore,
  { customerId, externalId }: LoginIds,
  change: SessionChange,
): Promise<LoggedIn> {
  if (customerId !== undefined && externalId === undefined) {
    const loggedIn = await logins.logIn(memberWithId(customerId), change)
    if (loggedIn) return loggedIn
    throw notEligible('/customerId')
  }
  if (externalId !== undefined && customerId === undefined) {
    const loggedIn = await logins.logInExternal(externalId, change)
    if (loggedIn) return loggedIn
    throw notEligible('/externalId')
  }
  const detail = 'The body must have customerId or externalId, and not both.'
  throw new Refusal({ code: customerId === undefined ? 'field_required' : 'field_invalid', pointer: '', detail })
}

function notEligible(pointer: string): Refusal {
  return new Refusal({ code: 'customer_not_eligible', pointer, detail: detailOf('customer_not_eligible') })
}

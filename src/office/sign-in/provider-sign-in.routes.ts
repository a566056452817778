/** Signing in by the shop's identity provider: the way there, and the answer with which the browser comes back. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { App } from '../../http/fastify-types.ts'
import { clientNetworkOf } from '../../http/rate-limit/client-network.ts'
import { cookieOf, isNavigation } from '../../http/request/request-source.ts'
import { withoutStack } from '../../http/response/error-handler.ts'
import { returnPageOf } from '../return-page.ts'
import type { IdentityProvider, SignedIn } from './identity-provider.oidc.ts'
import { type PendingSignIn, readPending, writePending } from './pending-sign-in.ts'
import { explainRefusal, ProviderFailure } from './provider-failure.oidc.ts'
import { readStaff } from './read-staff.ts'
import { keepSession, type Problem, refuse, SIGN_IN, type SignInDependencies } from './sign-in-answers.http.ts'
import { SIGN_IN_MS } from './sign-ins.store.ts'

const config = { access: 'public', isUndescribed: true, errorBody: false } as const
const Page = Type.Object({ to: Type.Optional(Type.String()) })

/** Registers the endpoints. A browser is led to them and shows what it gets: every failure is a page with the reason. */
export function providerSignInRoutes(app: App, provider: IdentityProvider, dependencies: SignInDependencies): void {
  const { cookies, signIns, limit, now } = dependencies
  const onRequest = async ({ raw, ip }: FastifyRequest, reply: FastifyReply) => {
    // Before the limit, so that an image of another website takes nothing from the staff in the reader's network.
    if (!isNavigation(raw)) return reply.code(403).send('')
    await limit(clientNetworkOf(ip))
  }
  // Also over the limit, and while the database is down.
  const errorHandler = (error: unknown, { log }: FastifyRequest, reply: FastifyReply) => {
    log.warn({ err: withoutStack(error) }, 'sign-in failed')
    return refuse(reply, 'unavailable')
  }

  app.get(
    `${SIGN_IN}/start`,
    { config, schema: { querystring: Page }, onRequest, errorHandler },
    async ({ query, log }, reply) => {
      const to = returnPageOf(query.to)
      const begun = await provider.begin(to).catch(error => reported(error, log))
      if (typeof begun === 'string') return refuse(reply, begun, to)
      const kept = writePending(begun.pending)
      await signIns.insertSignIn(kept, now())
      reply.setCookie(cookies.pending, kept, { ...cookies.attributes, maxAge: SIGN_IN_MS / 1000 })
      return reply.redirect(begun.url)
    },
  )

  app.get(`${SIGN_IN}/callback`, { config, onRequest, errorHandler }, async ({ raw, log }, reply) => {
    const query = queryOf(raw.url)
    const answer = new URLSearchParams(query)
    const kept = cookieOf(raw, cookies.pending) ?? ''
    const pending = readPending(kept)
    // The answer to a sign-in of another window leaves the cookie of this one.
    if (!pending || answer.get('state') !== pending.state) return refuse(reply, 'expired')
    reply.clearCookie(cookies.pending, cookies.attributes)
    const to = returnPageOf(pending.to)
    if (!(await signIns.deleteSignIn(kept, now()))) return refuse(reply, 'expired', to)
    const signedIn = await finish(provider, { query, answer, pending }).catch(error => reported(error, log))
    if (typeof signedIn === 'string') return refuse(reply, signedIn, to)
    const ended = await endSignIn(dependencies, signedIn, cookieOf(raw, cookies.session))
    return 'problem' in ended ? refuse(reply, ended.problem, to) : keepSession(reply, cookies, ended.id).redirect(to)
  })
}

/** Replaces the session of a browser by one of who has signed in. @param before id of the browser's session @returns the id of the new one */
async function endSignIn(
  { sessions, claims, now }: SignInDependencies,
  signedIn: SignedIn,
  before = '',
): Promise<{ id: string } | { problem: Problem }> {
  const staff = readStaff(signedIn, claims)
  if ('problem' in staff) return staff
  const { subject, name, scopes } = staff
  const { providerSession, grant } = signedIn
  await sessions.deleteSession(before)
  return { id: await sessions.insertSession({ subject, name, scopes, providerSession, grant }, now()) }
}

interface Answer {
  query: string
  answer: URLSearchParams
  pending: PendingSignIn
}

/** Ends a sign-in at the provider. @returns `denied` where the person has refused. @throws ProviderFailure */
async function finish(provider: IdentityProvider, { query, answer, pending }: Answer) {
  const refused = answer.get('error')
  if (refused === null) return provider.finish(query, pending)
  const { problem, cause } = explainRefusal(refused)
  if (problem === 'denied') return problem
  throw new ProviderFailure(problem, cause)
}

/** Logs the cause of a failure, and returns what the page tells about it. @throws the error where the provider is not its cause */
function reported(error: unknown, log: FastifyRequest['log']): Problem {
  if (!(error instanceof ProviderFailure)) throw error
  log.warn(error.entry, 'sign-in failed')
  return error.problem
}

function queryOf(url = ''): string {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at)
}

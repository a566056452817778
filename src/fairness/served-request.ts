/** The request that code runs for: what is shared between client networks asks here whose turn it is. */

import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'

/** A request that is served. */
export interface ServedRequest {
  /** Client network that it belongs to. */
  readonly network: string
  /** Called with the number of lines of each cart that is priced for it. */
  onPriced?: (lines: number) => void
  /** Settles when it has a place after its body has arrived; undefined where it began with its body, or that has not arrived yet. */
  placed?: Promise<Refuse | undefined>
  /**
   * Gives up its place among the running requests. @returns false where it has none
   * @throws Refusal 503 where its network has too many requests that wait without a place
   */
  pause(): boolean
  /** Takes a place again, in its network's turn. @returns what refuses the request, where it gets none */
  resume(): Promise<Refuse | undefined>
}

/** Counts a request as refused for overload, and returns the refusal. */
export type Refuse = () => Error

/** Network of work that no client has asked for, such as pruning. */
const OWN_WORK = ''

const served = new AsyncLocalStorage<ServedRequest | undefined>()
const byMessage = new WeakMap<IncomingMessage, ServedRequest>()

/** Runs the handling of a request; all that it calls and awaits belongs to it. */
export function serve(message: IncomingMessage, request: ServedRequest, work: () => void): void {
  byMessage.set(message, request)
  served.run(request, work)
}

/**
 * Goes on with a request whose body was read: once it has a place, and as that request, since bodies arrive in events of the connection.
 * @param done called with the refusal of a request that gets no place
 */
export function serveRead(message: IncomingMessage, done: (refusal?: Error) => void): void {
  const request = byMessage.get(message)
  if (!request?.placed) done()
  else void request.placed.then(refuse => (refuse ? done(refuse()) : served.run(request, done)))
}

/** Runs work that other requests may wait for too, such as a load that they share: it belongs to no client network. */
export function shared<T>(work: () => Promise<T>): Promise<T> {
  return served.run(undefined, work)
}

/** Returns the request for which the present code runs; undefined for work that no client has asked for. */
export function currentRequest(): ServedRequest | undefined {
  return served.getStore()
}

/** Returns the client network for which the present code runs. */
export function servedNetwork(): string {
  return served.getStore()?.network ?? OWN_WORK
}

/** Reports the number of lines of a cart that is priced for the present request. */
export function countPricedLines(lines: number): void {
  served.getStore()?.onPriced?.(lines)
}

/** What a wait has done when it is over. */
interface Waited {
  /** Its result must not be lost, such as a token that was replaced: a request that gets no place goes on without one. */
  hasEffect?: boolean
}

/**
 * Waits for others without a place among the running requests: who waits for something else takes nothing from anybody.
 * @param wait not begun where it throws a Refusal 503 for too many waiting requests of the network
 * @throws Refusal 503 where the request gets no place after a wait without effect
 */
export async function whilePaused<T>(wait: () => Promise<T>, { hasEffect = false }: Waited = {}): Promise<T> {
  const request = served.getStore()
  if (!request?.pause()) return wait()
  const [waited] = await Promise.allSettled([Promise.try(wait)])
  const refuse = await request.resume()
  if (waited.status === 'rejected') throw waited.reason
  if (refuse && !hasEffect) throw refuse()
  return waited.value
}

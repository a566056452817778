/** The request that code runs for: what is shared between client networks asks here whose turn it is. */

import { AsyncLocalStorage } from 'node:async_hooks'

/** A request that is served. */
export interface ServedRequest {
  /** Client network that it belongs to. */
  readonly network: string
  /** Called with the number of lines of each cart that is priced for it. */
  onPriced?: (lines: number) => void
  /** Gives up its place among the running requests. @returns false where it has none, as one whose body has not arrived */
  pause(): boolean
  /** Takes a place again. */
  resume(): void
}

/** Network of work that no client has asked for, such as pruning. */
const OWN_WORK = ''

const served = new AsyncLocalStorage<ServedRequest | undefined>()

/** Runs the handling of a request; all that it calls and awaits belongs to it. */
export function serve(request: ServedRequest, work: () => void): void {
  served.run(request, work)
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

/** Waits for others without a place among the running requests: who waits for its own cart takes nothing from anybody. */
export async function whilePaused<T>(wait: Promise<T>): Promise<T> {
  const request = served.getStore()
  const hasPaused = request?.pause()
  try {
    return await wait
  } finally {
    if (hasPaused) request?.resume()
  }
}

/** The order of the writes of a cart client. */

import type { Attempt, Send } from './network.ts'
import type { OwnedCalls } from './owned-calls.ts'
import { createQueue } from './queue.ts'

/** Options of every request of a write, which bind all of them to one owner. */
export interface WriteOptions {
  /** Sends the request. */
  fetch: Send
}

/** Runs a write after those before it, from {@link createWriteQueue}. */
export type WriteInOrder = <T>(
  write: (options: WriteOptions) => Promise<T>,
  signal: AbortSignal | undefined,
) => Promise<T>

/**
 * Creates a queue of writes: they are sent one after the other, and only for whoever the owner was at the call.
 *
 * @param calls Begins the attempts of a write.
 * @param createSend Creates the sending of a write from its attempts.
 * @returns A function that runs a write after those before it. It throws the reason of an abort during the wait, and the error of the
 *   write: an `AbortError` if the owner is another one when its turn comes.
 * @example
 *
 * ```ts
 * import { createAttempt, createSendOnce } from "./network.ts"
 * import { createWriteQueue } from "./write-queue.ts"
 *
 * const inOrder = createWriteQueue({ begin: () => createAttempt(), beginWaiting: () => createAttempt() }, createSendOnce)
 * console.log(await inOrder(async () => 1, undefined))
 * ```
 */
export function createWriteQueue(calls: OwnedCalls, createSend: (attempt: Attempt) => Send): WriteInOrder {
  const queue = createQueue()
  return (write, signal) => {
    const attempt = queue.settled() ? calls.beginWaiting() : calls.begin()
    return queue.inOrder(() => write({ fetch: createSend(attempt) }), signal)
  }
}

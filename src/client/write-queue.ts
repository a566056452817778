/** The order of the writes of a cart client. */

import type { CartMemory } from './cart-memory.ts'
import { createQueue } from './queue.ts'

/** Runs a write after those before it, from {@link createWriteQueue}. */
export type WriteInOrder = <T>(write: () => Promise<T>, signal: AbortSignal | undefined, mayMove: boolean) => Promise<T>

/**
 * Creates a queue of writes: they are sent one after the other, and only for whoever the shopper was at the call.
 *
 * @param memory Knows the owner of a call.
 * @returns A function that runs a write after those before it. Its last parameter is whether the write of a guest may go on as the member who
 *   has merged the guest. It throws an `AbortError` if the shopper has logged in or out during the wait, the reason of an abort during the
 *   wait, and the error of the write.
 * @example
 *
 * ```ts
 * import { createCartMemory } from "./cart-memory.ts"
 * import { createWriteQueue } from "./write-queue.ts"
 *
 * const inOrder = createWriteQueue(createCartMemory({ current: () => 'guest', of: () => 'guest' }, Date.now))
 * console.log(await inOrder(async () => 1, undefined, false))
 * ```
 */
export function createWriteQueue(memory: CartMemory): WriteInOrder {
  const queue = createQueue()
  return (write, signal, mayMove) => {
    const isFirst = queue.settled() === undefined
    const requireOwner = memory.beginCall()
    return queue.inOrder(async () => {
      // The first one takes its token without waiting, as the call of whoever the shopper is.
      if (!isFirst) await requireOwner(mayMove, signal)
      return write()
    }, signal)
  }
}

/** A queue that runs actions one after the other. */

import { untilAborted } from './abort.ts'

/** A queue, from {@link createQueue}. */
export type Queue = ReturnType<typeof createQueue>

/**
 * Creates a queue.
 *
 * @returns The function that runs an action after those before it, and the end of the last one.
 * @example
 *
 * ```ts
 * import { createQueue } from "./queue.ts"
 *
 * const { inOrder } = createQueue()
 * console.log(await Promise.all([inOrder(async () => 1), inOrder(async () => 2)]))
 * ```
 */
export function createQueue() {
  let last: Promise<void> | undefined
  return {
    /**
     * Runs an action: at once if none is in progress, otherwise after those before it, also after failed ones.
     *
     * @param action The action.
     * @param signal Ends the wait: the action then does not run, and those behind it still wait for those before it.
     * @returns The value of the action. It throws the error of the action, or the reason of an abort during the wait.
     */
    inOrder<T>(action: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      const before = last
      const result = before ? untilAborted(before, signal).then(action) : action()
      const end: Promise<void> = result
        .then(
          () => before,
          () => before,
        )
        .then(() => {
          if (last === end) last = undefined
        })
      last = end
      return result
    },
    /** The end of the last action; undefined if there is none. */
    settled: (): Promise<void> | undefined => last,
  }
}

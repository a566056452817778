/** Waits that end when a call is aborted. */

/**
 * Waits for a promise until a call is aborted. What the promise stands for goes on: other calls may wait for it too.
 *
 * @param promise What is waited for.
 * @param signal The signal of the call; undefined or `null` if the call cannot be aborted.
 * @returns The value of the promise. It throws the error of the promise, or the reason of the abort, whichever comes first.
 * @example
 *
 * ```ts
 * import { untilAborted } from "./abort.ts"
 *
 * const controller = new AbortController()
 * const response = await untilAborted(fetch('https://shop.example.com/health/ready'), controller.signal)
 * console.log(response.status)
 * ```
 */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason ?? Object.assign(new Error('Aborted'), { name: 'AbortError' }))
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal?.removeEventListener('abort', abort))
  })
}

/**
 * Waits for a time, or until a call is aborted.
 *
 * @param milliseconds The time, at most 2^31 - 1.
 * @param signal The signal of the call; undefined or `null` if the call cannot be aborted.
 * @returns A promise that resolves after the time. It throws the reason of an abort.
 * @example
 *
 * ```ts
 * import { pause } from "./abort.ts"
 *
 * await pause(1_000, new AbortController().signal)
 * ```
 */
export function pause(milliseconds: number, signal: AbortSignal | null | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = new Promise<void>(resolve => {
    timer = setTimeout(resolve, milliseconds)
  })
  return untilAborted(end, signal).finally(() => clearTimeout(timer))
}

/** Waits that end when a call is aborted or takes too long. */

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
    const abort = () => reject(reasonOf(signal))
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

/** The longest time of a timer, in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1

/**
 * Calls a function with a signal that aborts after some seconds, or with another signal.
 *
 * @param seconds Maximum seconds of the call; `Infinity` for no maximum.
 * @param signal The signal of the caller; undefined or `null` if the call cannot be aborted.
 * @param call The function. It is not called if the signal is aborted already.
 * @param late The error of a call that takes too long.
 * @returns The value of the call. It throws the error of the call, the reason of the abort or `late`, whichever comes first, also if
 *   the call ignores its signal.
 * @example
 *
 * ```ts
 * import { within } from "./abort.ts"
 *
 * const response = await within(10, undefined, signal => fetch('https://shop.example.com/health/ready', { signal }))
 * console.log(response.status)
 * ```
 */
export function within<T>(
  seconds: number,
  signal: AbortSignal | null | undefined,
  call: (signal: AbortSignal) => Promise<T>,
  late: Error = timeoutError(seconds),
): Promise<T> {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let abort = () => {}
  const ended = new Promise<never>((_, reject) => {
    const end = (reason: unknown) => {
      reject(reason)
      controller.abort(reason)
    }
    abort = () => end(reasonOf(signal))
    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort, { once: true })
    if (Number.isFinite(seconds)) timer = setTimeout(() => end(late), Math.min(seconds * 1000, MAX_TIMER_MS))
  })
  // Begins at once, and turns an error of the function itself into a rejection.
  const called = signal?.aborted ? ended : (async () => call(controller.signal))()
  return Promise.race([ended, called]).finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  })
}

/**
 * Creates the error of a call that takes too long.
 *
 * @param seconds Maximum seconds of the call.
 * @returns An error with the name `TimeoutError`, as that of `AbortSignal.timeout`.
 * @example
 *
 * ```ts
 * import { timeoutError } from "./abort.ts"
 *
 * console.log(timeoutError(10).message)
 * ```
 */
export function timeoutError(seconds: number): Error {
  return Object.assign(new Error(`No response within ${seconds} s.`), { name: 'TimeoutError' })
}

/** Signals of older platforms have no reason. */
function reasonOf(signal: AbortSignal | null | undefined): unknown {
  return signal?.reason ?? Object.assign(new Error('Aborted'), { name: 'AbortError' })
}

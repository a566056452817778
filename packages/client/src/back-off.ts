/** How long to wait before a retry: a random time, so that apps which lost the network together do not return together. */

/** The longest wait before the first retry, in seconds. It doubles with each further retry. */
const BASE_SECONDS = 0.2

/** Limits of a wait, in seconds. */
export interface WaitLimits {
  /** The seconds of `Retry-After`; 0 without the header. */
  minSeconds: number
  /** The longest wait. It must not be less than `minSeconds`. */
  maxSeconds: number
}

/**
 * Computes the wait before a retry: a random time from 0 to 0.2 s, 0.4 s, 0.8 s and so on ("full jitter"), after the minimum.
 *
 * @param attempts The number of attempts so far, at least 1.
 * @param random A random number from 0 up to 1.
 * @param limits The limits of the wait.
 * @returns The wait, in seconds.
 * @example
 *
 * ```ts
 * import { waitSeconds } from "./back-off.ts"
 *
 * console.log(waitSeconds(3, 0.5, { minSeconds: 1, maxSeconds: 10 })) // 1.4
 * ```
 */
export function waitSeconds(attempts: number, random: number, { minSeconds, maxSeconds }: WaitLimits): number {
  return minSeconds + random * Math.min(BASE_SECONDS * 2 ** (attempts - 1), maxSeconds - minSeconds)
}

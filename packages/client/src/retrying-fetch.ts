/** Retries: repeats a request that the network lost or the service could not execute, where a repetition does no harm. */

import { pause, timeoutError, within } from './abort.ts'
import { waitSeconds } from './back-off.ts'
import { definedOf } from './defined-of.ts'
import { isConditional } from './entity-tag.ts'
import { codesOf, retryAfterSeconds } from './errors.ts'
import { isKeyedAdd } from './idempotency-key.ts'
import { type Attempt, markAsNetworkError, NetworkFailure, type Send, withSignal } from './network.ts'
import { OwnerChangedError } from './owned-calls.ts'

/**
 * Limits of the retries.
 *
 * @example
 *
 * ```ts
 * import { createClient, type RetryOptions } from "sepet-client"
 *
 * const retry: Partial<RetryOptions> = { attempts: 5, deadlineSeconds: 15 }
 * export const client = createClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…', retry })
 * ```
 */
export interface RetryOptions {
  /** Maximum number of attempts, including the first one. 1 disables retries. Defaults to 20, in `createAdminClient` to 3. */
  attempts: number
  /** Maximum wait before a retry, in seconds. There is no retry if `Retry-After` is longer. Defaults to 10. */
  maxWaitSeconds: number
  /**
   * Maximum time of one attempt of a request that may be repeated, in seconds: a request without a response counts as lost. Defaults
   * to 10, in `createAdminClient` to `Infinity`.
   */
  timeoutSeconds: number
  /**
   * Maximum time of a request, in seconds, with all attempts and waits. Defaults to 30, in `createAdminClient` to `Infinity`. The
   * `signal` of a call is a deadline of the call.
   */
  deadlineSeconds: number
}

/** The limits that an app sets. */
export type RetrySettings = { [Name in keyof RetryOptions]?: RetryOptions[Name] | undefined }

/** Which requests are repeated, and how often. */
export interface RetryRules {
  /** Whether a request may be executed twice. */
  isRepeatable: (request: Request) => boolean
  /** The limits where the app sets no others. */
  limits: RetryOptions
}

/** The time and the randomness of a device. */
export interface Device {
  /** Milliseconds since any fixed time. */
  now: () => number
  /** A random number from 0 up to 1. */
  random: () => number
  /** Waits for some milliseconds. It throws the reason of an abort. */
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** What an attempt led to, apart from errors that no repetition helps against. */
type Outcome = { response: Response; isRefused: boolean } | { failure: NetworkFailure; isRefused: false }

/** A request with its attempts. */
interface Call {
  request: Request
  attempt: Attempt
  isRepeatable: boolean
  endsAt: number
  last: Outcome | undefined
  /** The last outcome of an attempt that may have been executed, if another attempt has followed. */
  unclear: Outcome | undefined
}

/** The device on which the program runs. */
const thisDevice: Device = {
  // Unlike `Date.now`, it does not jump when the clock is set; some platforms do not have it.
  now: () => globalThis.performance?.now() ?? Date.now(),
  random: Math.random,
  pause,
}

/**
 * Creates a function that sends a request and repeats it: where it may be repeated, after failures of the network and every 503;
 * otherwise after what was refused before anything was done, with a `Retry-After`.
 *
 * @param begin Called for each request. It returns the function that sends its attempts.
 * @param limits Maximum number of attempts, and maximum times in seconds.
 * @param isRepeatable Whether a request may be executed twice.
 * @param device The time and the randomness.
 * @returns A function that returns the last response, or throws the last error of `fetch` unchanged. It throws every other error of an
 *   attempt and the reason of an abort at once, and a `TimeoutError` if the first attempt exceeds the deadline. A later attempt with an
 *   {@link OwnerChangedError} ends the call like the attempt before.
 * @example
 *
 * ```ts
 * import { createAttempt } from "./network.ts"
 * import { createRetryingFetch } from "./retrying-fetch.ts"
 *
 * const limits = { attempts: 3, maxWaitSeconds: 10, timeoutSeconds: 10, deadlineSeconds: 30 }
 * const send = createRetryingFetch(() => createAttempt(), limits, ({ method }) => method === 'GET')
 * console.log((await send(new Request('https://shop.example.com/health/ready'))).status)
 * ```
 */
export function createRetryingFetch(
  begin: () => Attempt,
  limits: RetryOptions,
  isRepeatable: (request: Request) => boolean,
  device: Device = thisDevice,
): Send {
  return async request => {
    const endsAt = device.now() + limits.deadlineSeconds * 1000
    const state = { isRepeatable: isRepeatable(request), endsAt, last: undefined, unclear: undefined }
    const call: Call = { request, attempt: begin(), ...state }
    const deadlineError = timeoutError(limits.deadlineSeconds)
    try {
      await within(
        limits.deadlineSeconds,
        request.signal,
        signal => sendPersistently(call, limits, device, signal),
        deadlineError,
      )
    } catch (error) {
      const isOver = error === deadlineError || error instanceof OwnerChangedError
      if (!isOver || !call.last) throw error === deadlineError ? markAsNetworkError(error) : error
    }
    return resultOf(call)
  }
}

/**
 * Completes the limits that an app sets.
 *
 * @param settings The limits of the app; undefined ones have their default.
 * @param defaults The limits where the app sets none.
 * @returns All limits.
 * @throws RangeError If `attempts` is not an integer from 1, or a time is not a number of seconds from 0.01. `Infinity` is no maximum.
 * @example
 *
 * ```ts
 * import { limitsOf } from "./retrying-fetch.ts"
 *
 * const defaults = { attempts: 3, maxWaitSeconds: 10, timeoutSeconds: 10, deadlineSeconds: 30 }
 * console.log(limitsOf({ attempts: undefined, deadlineSeconds: 15 }, defaults).attempts) // 3
 * ```
 */
export function limitsOf(settings: RetrySettings | undefined, defaults: RetryOptions): RetryOptions {
  const limits = { ...defaults, ...definedOf(settings ?? {}) }
  const { attempts } = limits
  if (!(attempts >= 1 && (Number.isInteger(attempts) || attempts === Number.POSITIVE_INFINITY))) {
    throw new RangeError('retry.attempts must be an integer of at least 1.')
  }
  for (const name of ['maxWaitSeconds', 'timeoutSeconds', 'deadlineSeconds'] as const) {
    if (!(limits[name] >= 0.01)) throw new RangeError(`retry.${name} must be at least 0.01.`)
  }
  return limits
}

/** Sends attempts until one has a result, or none may follow. The result is `last` of the call. */
async function sendPersistently(call: Call, limits: RetryOptions, device: Device, signal: AbortSignal): Promise<void> {
  for (let attempts = 1; ; attempts++) {
    const last = await outcomeOf(sendAttempt(call, attempts === limits.attempts, limits.timeoutSeconds, signal))
    call.last = mayBeOwnEffect(call, last) ? call.unclear : last
    const minSeconds = attempts < limits.attempts ? minWaitOf(last, call.isRepeatable) : undefined
    if (minSeconds === undefined || minSeconds > limits.maxWaitSeconds) return
    const milliseconds =
      1000 * waitSeconds(attempts, device.random(), { minSeconds, maxSeconds: limits.maxWaitSeconds })
    if (device.now() + milliseconds >= call.endsAt) return
    if (!last.isRefused) call.unclear = last
    await device.pause(milliseconds, signal)
  }
}

/** The last attempt needs no copy of the request. */
function sendAttempt({ request, ...call }: Call, isLast: boolean, seconds: number, signal: AbortSignal) {
  const copy = withSignal(isLast ? request : request.clone(), signal)
  return call.attempt(copy, call.isRepeatable ? seconds : Number.POSITIVE_INFINITY)
}

async function outcomeOf(attempt: Promise<Response>): Promise<Outcome> {
  try {
    const response = await attempt
    return { response, isRefused: await isRefused(response) }
  } catch (error) {
    if (error instanceof NetworkFailure) return { failure: error, isRefused: false }
    throw error
  }
}

const NOT_EXECUTED = ['overloaded', 'cart_busy']

/** Whether a request was refused before anything was done. */
async function isRefused(response: Response): Promise<boolean> {
  if (response.status !== 503) return response.status === 429
  return (await codesOf(response)).some(code => NOT_EXECUTED.includes(code))
}

/** The shortest wait before a retry, in seconds; undefined if the request must not be repeated. */
function minWaitOf(outcome: Outcome, isRepeatable: boolean): number | undefined {
  if ('failure' in outcome) return isRepeatable ? 0 : undefined
  const { response } = outcome
  if (isRepeatable && response.status === 503) return retryAfterSeconds(response) ?? 0
  return outcome.isRefused ? retryAfterSeconds(response) : undefined
}

/**
 * Whether a condition may have failed because an earlier attempt of the same call has changed the cart. A repeated add is recognised by its
 * key before its tag is compared.
 */
function mayBeOwnEffect({ request, unclear }: Call, outcome: Outcome): boolean {
  const isFailed = 'response' in outcome && outcome.response.status === 412
  return unclear !== undefined && isFailed && isConditional(request) && !isKeyedAdd(request)
}

function resultOf({ last, unclear }: Call): Response {
  if (!last) throw new Error('No attempt was sent.')
  if ('failure' in last) throw markAsNetworkError(last.failure.reason)
  if (unclear) repeatedResponses.add(last.response)
  return last.response
}

const repeatedResponses = new WeakSet<Response>()

/**
 * Whether a response is that of a repetition, and an earlier attempt may have been executed.
 *
 * @param response A response of a function from {@link createRetryingFetch}.
 * @returns False if every earlier attempt was refused before anything was done.
 * @example
 *
 * ```ts
 * import { isOfRepetition } from "./retrying-fetch.ts"
 *
 * console.log(isOfRepetition(new Response())) // false
 * ```
 */
export function isOfRepetition(response: Response): boolean {
  return repeatedResponses.has(response)
}

/** Retries: sends a request again that was refused before anything was done, after the seconds of `Retry-After`. */

import { pause } from './abort.ts'
import { codesOf, retryAfterSeconds } from './errors.ts'

/**
 * A function that sends one request and returns its response, such as `fetch`.
 *
 * @param request The request, with the access token in `Authorization`.
 * @returns The response, of any status.
 * @throws Any error; the call throws it unchanged, without a retry.
 * @example
 *
 * ```ts
 * import type { Send } from "sepet/client"
 *
 * export const sendWithLog: Send = request => {
 *   console.log(request.method, request.url)
 *   return fetch(request)
 * }
 * ```
 */
export type Send = (request: Request) => Promise<Response>

/**
 * Limits of the retries.
 *
 * @example
 *
 * ```ts
 * import { createClient, type RetryOptions } from "sepet/client"
 *
 * const retry: RetryOptions = { attempts: 5, maxWaitSeconds: 30 }
 * export const client = createClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…', retry })
 * ```
 */
export interface RetryOptions {
  /** Maximum number of attempts, including the first one. 1 disables retries. Defaults to 3 in a client. */
  attempts: number
  /** Maximum wait before a retry, in seconds. There is no retry if `Retry-After` is longer. Defaults to 10 in a client. */
  maxWaitSeconds: number
}

/**
 * Creates a function that sends a request and retries it after 429, after 503 `overloaded` or `cart_busy`, and after any other
 * 503 if the method is GET. Without a valid `Retry-After` there is no retry. Failures of the network are not retried.
 *
 * @param send Sends one attempt; every attempt before the last possible one gets a clone of the request.
 * @param options Maximum number of attempts, and maximum wait in seconds.
 * @returns A function that returns the last response. It throws the errors of `send`, and the reason of the abort if the request
 *   is aborted during a wait.
 * @example
 *
 * ```ts
 * import { createRetryingFetch } from "./retrying-fetch.ts"
 *
 * const send = createRetryingFetch(request => fetch(request), { attempts: 3, maxWaitSeconds: 10 })
 * console.log((await send(new Request('https://shop.example.com/health/ready'))).status)
 * ```
 */
export function createRetryingFetch(send: Send, { attempts, maxWaitSeconds }: RetryOptions): Send {
  return async request => {
    for (let attempt = 1; attempt < attempts; attempt++) {
      const response = await send(request.clone())
      const seconds = retryAfterSeconds(response)
      if (seconds === undefined || seconds > maxWaitSeconds) return response
      if (!(await mayRepeat(request, response))) return response
      await pause(seconds * 1000, request.signal)
    }
    return send(request)
  }
}

const NOTHING_DONE = ['overloaded', 'cart_busy']

/** 429, `overloaded` and `cart_busy` are refusals before anything is done; after any other 503 only GET is safe to repeat. */
async function mayRepeat({ method }: Request, response: Response): Promise<boolean> {
  if (response.status === 429) return true
  if (response.status !== 503) return false
  return method === 'GET' || (await codesOf(response)).some(code => NOTHING_DONE.includes(code))
}

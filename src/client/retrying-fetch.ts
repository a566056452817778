/** Sends requests again that were refused before anything was done, after the time that the answer asks for. */

import { errorsIn, retryAfterSeconds } from './errors.ts'

/** Sends one request. */
export type Send = (request: Request) => Promise<Response>

/** How much patience there is. */
export interface RetryOptions {
  /** How often a request is sent, the first time included. */
  attempts: number
  /** Longer waits are left to the caller. */
  maxWaitSeconds: number
}

/** Makes a patient sender. Aborting the request ends the wait. */
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

/** A limit, an overload and a busy cart refuse before anything is done; after any other 503 only a reading request is safe. */
async function mayRepeat({ method }: Request, response: Response): Promise<boolean> {
  if (response.status === 429) return true
  if (response.status !== 503) return false
  return method === 'GET' || errorsIn(await readJson(response)).some(({ code }) => NOTHING_DONE.includes(code))
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.clone().json()
  } catch {
    return undefined
  }
}

function pause(milliseconds: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason ?? Object.assign(new Error('Aborted'), { name: 'AbortError' }))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, milliseconds)
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort, { once: true })
  })
}

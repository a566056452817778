/** Where an app keeps the token of its guest between two starts. */

import { within } from './abort.ts'
import type { Schemas } from './responses.ts'
import { isToken } from './transport.ts'

/**
 * Keeps one text on the device, such as `localStorage` or the keychain. The text contains the token of the guest.
 *
 * @example
 *
 * ```ts
 * import { createShopperClient, type GuestStorage } from "sepet-client"
 *
 * const storage: GuestStorage = {
 *   read: () => localStorage.getItem('sepet-guest'),
 *   write: value => (value === null ? localStorage.removeItem('sepet-guest') : localStorage.setItem('sepet-guest', value)),
 * }
 * export const shopper = createShopperClient({ baseUrl: 'https://shop.example.com', storage })
 * ```
 */
export interface GuestStorage {
  /**
   * Reads the text, before the first call of the shopper. A text in any other form than the client's is ignored: a new guest begins. If
   * it throws, the call throws the same error, and a `TimeoutError` if it takes longer than `storageTimeoutSeconds`; the next call reads
   * again.
   */
  read: () => string | null | undefined | Promise<string | null | undefined>
  /**
   * Stores a text in place of the earlier one; `null` removes it. An error is ignored: the token stays in memory. So is a write that
   * takes longer than `storageTimeoutSeconds`.
   */
  write: (value: string | null) => void | Promise<void>
}

/** The token of a guest: the response of the service, and when it was received, in milliseconds by the device's clock. */
export type GuestToken = Schemas['GuestToken'] & { receivedAt: number }

/** The storage of one shopper, with tokens instead of texts. */
export type TokenStorage = ReturnType<typeof createTokenStorage>

/** Maximum time of one read or write where the app sets none, in seconds. */
const TIMEOUT_SECONDS = 10

/**
 * Creates the storage of a shopper. Writes happen in their order, one after the other; of those that wait, only the last one is written.
 *
 * @param storage Where the app keeps the text. By default nowhere: the token ends with the app.
 * @param timeoutSeconds Maximum time of one read or write. A read then throws a `TimeoutError`. A write counts as failed: if it ends after
 *   all, and another text has been written since, the latest text is written again.
 * @returns Functions that read and write the token.
 * @throws RangeError If the maximum time is not at least 0.01 seconds.
 * @example
 *
 * ```ts
 * import { createTokenStorage } from "./guest-storage.ts"
 *
 * const tokens = createTokenStorage({
 *   read: () => localStorage.getItem('sepet-guest'),
 *   write: value => localStorage.setItem('sepet-guest', value ?? ''),
 * })
 * console.log((await tokens.read())?.expiresAt)
 * ```
 */
export function createTokenStorage(storage: GuestStorage = NOWHERE, timeoutSeconds = TIMEOUT_SECONDS) {
  if (!(timeoutSeconds >= 0.01)) throw new RangeError('storageTimeoutSeconds must be at least 0.01.')
  const inTime = <T>(action: () => T | Promise<T>): Promise<T> =>
    within(timeoutSeconds, undefined, async () => action(), storageTimeout(timeoutSeconds))
  let written: Promise<void> = Promise.resolve()
  let latest: string | null = null

  const store = async (text: string | null): Promise<void> => {
    if (text !== latest) return
    const ended = (async () => storage.write(text))().catch(() => {})
    const isInTime = await inTime(() => ended).then(
      () => true,
      () => false,
    )
    if (isInTime) return
    ended.then(() => {
      if (text !== latest) put(latest)
    })
  }
  const put = (text: string | null): Promise<void> => {
    latest = text
    written = written.then(() => store(text))
    return written
  }
  return {
    /** Reads the token; undefined if there is none. */
    read: async (): Promise<GuestToken | undefined> => parse(await inTime(() => storage.read())),
    /** Stores a token, or removes it. The result is awaited only where the app waits for the removal. */
    write: (token: GuestToken | null): Promise<void> => put(token && JSON.stringify(token)),
  }
}

const NOWHERE: GuestStorage = { read: () => null, write: () => {} }

function storageTimeout(seconds: number): Error {
  const message = `The storage did not respond within ${seconds} s.`
  return Object.assign(new Error(message), { name: 'TimeoutError' })
}

/** A token without a time of receipt is due for renewal. */
function parse(text: unknown): GuestToken | undefined {
  const { accessToken, expiresAt, receivedAt } = fieldsOf(text)
  if (!isToken(accessToken) || typeof expiresAt !== 'string' || Number.isNaN(Date.parse(expiresAt))) return undefined
  return { accessToken, expiresAt, receivedAt: typeof receivedAt === 'number' ? receivedAt : 0 }
}

function fieldsOf(text: unknown): Partial<Record<keyof GuestToken, unknown>> {
  try {
    return JSON.parse(String(text)) ?? {}
  } catch {
    return {}
  }
}

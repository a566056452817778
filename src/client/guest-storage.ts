/** Where an app keeps the token of its guest between two starts. */

import type { Schemas } from './responses.ts'
import { isToken } from './transport.ts'

/**
 * Keeps one text on the device, such as `localStorage` or the keychain. The text contains the token of the guest.
 *
 * @example
 *
 * ```ts
 * import { createShopperClient, type GuestStorage } from "sepet/client"
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
   * it throws, the call throws the same error, and the next call reads again.
   */
  read: () => string | null | undefined | Promise<string | null | undefined>
  /** Stores a text in place of the earlier one; `null` removes it. An error is ignored: the token stays in memory. */
  write: (value: string | null) => void | Promise<void>
}

/** The token of a guest: the response of the service, and when it was received, in milliseconds by the device's clock. */
export type GuestToken = Schemas['GuestToken'] & { receivedAt: number }

/** The storage of one shopper, with tokens instead of texts. */
export type TokenStorage = ReturnType<typeof createTokenStorage>

/**
 * Creates the storage of a shopper. Writes happen in their order, one after the other.
 *
 * @param storage Where the app keeps the text. By default nowhere: the token ends with the app.
 * @returns Functions that read and write the token.
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
export function createTokenStorage({ read, write }: GuestStorage = { read: () => null, write: () => {} }) {
  let written: Promise<void> = Promise.resolve()
  return {
    /** Reads the token; undefined if there is none. */
    read: async (): Promise<GuestToken | undefined> => parse(await read()),
    /** Stores a token, or removes it. The result is awaited only where the app waits for the removal. */
    write(token: GuestToken | null): Promise<void> {
      written = written.then(() => write(token && JSON.stringify(token))).catch(() => {})
      return written
    },
  }
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

/** The token of a guest: read once, renewed or replaced by one request at a time, and stored. */

import { SepetError } from './errors.ts'
import type { GuestToken } from './guest-storage.ts'
import type { Schemas } from './responses.ts'

/** What a guest needs. */
export interface GuestDependencies {
  /**
   * Requests a token from the service: for the guest of the given token, or for a new guest.
   *
   * @throws SepetError With 401 if the service does not renew the given token.
   */
  request: (token?: string) => Promise<Schemas['GuestToken']>
  /** Reads the stored token of the guest; undefined if there is none. */
  read: () => Promise<GuestToken | undefined>
  /** Stores a token. */
  write: (token: GuestToken) => void
  /** Milliseconds since the epoch, by the device's clock. */
  now: () => number
}

/** The token of a guest, from {@link createHeldToken}. */
export type HeldToken = ReturnType<typeof createHeldToken>

/**
 * Creates the token of a guest. Nothing is read or requested before it is needed.
 *
 * @param dependencies Requests and stores tokens.
 * @returns The functions that read, renew and replace the token.
 * @example
 *
 * ```ts
 * import { createHeldToken } from "./guest-token.ts"
 *
 * const token = createHeldToken({
 *   request: async () => ({ accessToken: 'eyJ…', expiresAt: '2026-11-21T09:00:00.000Z' }),
 *   read: async () => undefined,
 *   write: () => {},
 *   now: Date.now,
 * })
 * console.log((await token.refresh()).expiresAt)
 * ```
 */
export function createHeldToken({ request, read, write, now }: GuestDependencies) {
  let held: GuestToken | undefined
  let loaded: Promise<void> | undefined
  let pending: Promise<GuestToken> | undefined
  let hasEnded = false

  const load = async () => {
    held = await read()
  }
  const keep = (token: Schemas['GuestToken']): GuestToken => {
    held = { ...token, receivedAt: now() }
    if (!hasEnded) write(held)
    return held
  }
  const renew = async ({ accessToken }: GuestToken): Promise<GuestToken | undefined> => {
    try {
      return keep(await request(accessToken))
    } catch (error) {
      if (error instanceof SepetError && error.status === 401 && error.errors.length > 0) return undefined
      throw error
    }
  }
  const renewOrBegin = async (): Promise<GuestToken> => {
    const sameGuest = held && (await renew(held))
    // A guest who was merged meanwhile is not followed by a new one.
    return sameGuest ?? (held && hasEnded ? held : keep(await request()))
  }

  return {
    /** Reads the stored token once. After a failure, the next call reads again. */
    loaded(): Promise<void> {
      loaded ??= load().catch(error => {
        loaded = undefined
        throw error
      })
      return loaded
    },
    /** The token; undefined if there is none, or it is not read yet. */
    current: () => held,
    /** The renewal in progress; undefined if there is none. */
    pending: () => pending,
    /** Renews a token. It returns undefined if the service does not: the token is too old, or its guest has logged in. */
    renew,
    /** Renews the token, or begins a new guest. A failure leaves the token as it is. */
    refresh(): Promise<GuestToken> {
      pending ??= renewOrBegin().finally(() => {
        pending = undefined
      })
      return pending
    },
    /** Ends the guest: a request in progress stores nothing any more. */
    end(): void {
      hasEnded = true
    },
  }
}

/** The guest of a shopper: takes a token with the first call, renews it in time, and stores it. */

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

/** A guest, from {@link createGuest}. */
export type Guest = ReturnType<typeof createGuest>

/** Shortest time between two renewals by the device's clock, which may be wrong by any time. */
const MINUTE_MS = 60_000

/**
 * Creates a guest. Nothing is read or requested before a token is needed. All calls share one request in progress.
 *
 * @param dependencies Requests and stores tokens.
 * @returns The functions that give tokens to calls.
 * @example
 *
 * ```ts
 * import { createGuest } from "./guest.ts"
 *
 * const guest = createGuest({
 *   request: async () => ({ accessToken: 'eyJ…', expiresAt: '2026-11-21T09:00:00.000Z' }),
 *   read: async () => undefined,
 *   write: () => {},
 *   now: Date.now,
 * })
 * console.log(await guest.token())
 * ```
 */
export function createGuest({ request, read, write, now }: GuestDependencies) {
  let held: GuestToken | undefined
  let loaded: Promise<void> | undefined
  let pending: Promise<GuestToken> | undefined
  let triedAt = Number.NEGATIVE_INFINITY
  let replacedAt = Number.NEGATIVE_INFINITY
  let hasEnded = false

  function load(): Promise<void> {
    loaded ??= read().then(
      token => {
        held = token
      },
      error => {
        loaded = undefined
        throw error
      },
    )
    return loaded
  }

  function keep(token: Schemas['GuestToken']): GuestToken {
    held = { ...token, receivedAt: now() }
    if (!hasEnded) write(held)
    return held
  }

  /** @returns undefined if the service does not renew the token: it is too old, or its guest has logged in */
  async function renewed({ accessToken }: GuestToken): Promise<GuestToken | undefined> {
    try {
      return keep(await request(accessToken))
    } catch (error) {
      if (error instanceof SepetError && error.status === 401 && error.errors.length > 0) return undefined
      throw error
    }
  }

  /** Renews the token, or begins a new guest. A failure leaves the token as it is. */
  function refresh(): Promise<GuestToken> {
    const renewOrBegin = async () => {
      const sameGuest = held && (await renewed(held))
      // A guest who was merged meanwhile is not followed by a new one.
      return sameGuest ?? (held && hasEnded ? held : keep(await request()))
    }
    triedAt = now()
    pending ??= renewOrBegin().finally(() => {
      pending = undefined
    })
    return pending
  }

  const mayRenew = (token: GuestToken) =>
    isDue(token, now()) && !isRecent(token.receivedAt, now()) && !isRecent(triedAt, now())

  return {
    /**
     * Returns a token for a call. A new guest begins if there is none. When less than a quarter of its life is left, the token is
     * renewed: in the background while it is valid, otherwise before the call.
     *
     * @throws SepetError, or an error of `fetch`, if there is no valid token and none can be had.
     */
    async token(): Promise<string> {
      await load()
      const current = held
      if (!current) return (await refresh()).accessToken
      const renewal = pending ?? (mayRenew(current) ? refresh() : undefined)
      if (renewal && hasExpired(current, now())) return (await renewal).accessToken
      renewal?.catch(() => {})
      return current.accessToken
    },

    /**
     * Returns a token in place of one that the service refused as invalid, although the device's clock says that it is valid.
     *
     * @returns undefined if a token was replaced less than a minute ago: then the token is not the reason.
     */
    async replacementOf(refused: string): Promise<string | undefined> {
      if (held && held.accessToken !== refused) return held.accessToken
      if (isRecent(replacedAt, now())) return undefined
      const { accessToken } = await (pending ?? refresh())
      replacedAt = now()
      return accessToken
    },

    /** Returns the token by which the guest is merged; undefined if there is no guest. No new guest begins. */
    async tokenToMerge(): Promise<string | undefined> {
      await load()
      if (!held) await pending?.catch(() => {})
      return held?.accessToken
    },

    /**
     * Returns a token in place of one that the service refused to merge, and renews the refused one for this. No new guest begins.
     *
     * @returns undefined if the service does not renew it: it is too old, or its guest has logged in.
     */
    async renewedTokenToMerge(refused: string): Promise<string | undefined> {
      if (held?.accessToken === refused) await pending?.catch(() => {})
      if (!held || held.accessToken !== refused) return held?.accessToken
      return (await renewed(held))?.accessToken
    },

    /** Ends the guest: a request in progress stores nothing any more. */
    end(): void {
      hasEnded = true
    },
  }
}

function isDue({ expiresAt, receivedAt }: GuestToken, now: number): boolean {
  const expiry = Date.parse(expiresAt)
  return expiry - now < Math.max(0, expiry - receivedAt) / 4
}

function hasExpired({ expiresAt }: GuestToken, now: number): boolean {
  return now >= Date.parse(expiresAt)
}

/** A time in the future is not recent, so that a clock which was set back delays nothing. */
function isRecent(time: number, now: number): boolean {
  return now >= time && now - time < MINUTE_MS
}

/** The guest of a shopper: takes a token with the first call, renews it in time, and stores it. */

import type { GuestToken } from './guest-storage.ts'
import { createHeldToken, type GuestDependencies, type HeldToken } from './guest-token.ts'
import { subjectOf } from './token-owner.ts'

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
export function createGuest(dependencies: GuestDependencies) {
  const { now } = dependencies
  const held = createHeldToken(dependencies)
  let triedAt = Number.NEGATIVE_INFINITY
  let replacedAt = Number.NEGATIVE_INFINITY

  const refresh = (): Promise<GuestToken> => {
    triedAt = now()
    return held.refresh()
  }
  const mayRenew = (token: GuestToken) =>
    isDue(token, now()) && !isRecent(token.receivedAt, now()) && !isRecent(triedAt, now())

  return {
    /** Whose token it is now, as {@link subjectOf} says; undefined if there is no token, or it is not read yet. */
    subject(): string | undefined {
      const token = held.current()
      return token && subjectOf(token.accessToken)
    },

    /**
     * Returns a token for a call. A new guest begins if there is none. When less than a quarter of its life is left, the token is
     * renewed: in the background while it is valid, otherwise before the call.
     *
     * @throws SepetError, or an error of `fetch`, if there is no valid token and none can be had.
     */
    async token(): Promise<string> {
      await held.loaded()
      const current = held.current()
      if (!current) return (await refresh()).accessToken
      const renewal = held.pending() ?? (mayRenew(current) ? refresh() : undefined)
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
      const current = held.current()
      if (current && current.accessToken !== refused) return current.accessToken
      if (isRecent(replacedAt, now())) return undefined
      const { accessToken } = await (held.pending() ?? refresh())
      replacedAt = now()
      return accessToken
    },

    ...mergeTokens(held),

    /** Ends the guest: a request in progress stores nothing any more. */
    end: held.end,
  }
}

/** The tokens by which a login merges the guest. */
function mergeTokens(held: HeldToken) {
  return {
    /** Returns the token by which the guest is merged; undefined if there is no guest. No new guest begins. */
    async tokenToMerge(): Promise<string | undefined> {
      await held.loaded()
      if (!held.current()) await held.pending()?.catch(() => {})
      return held.current()?.accessToken
    },

    /**
     * Returns a token in place of one that the service refused to merge, and renews the refused one for this. No new guest begins.
     *
     * @returns undefined if the service does not renew it: it is too old, or its guest has logged in.
     */
    async renewedTokenToMerge(refused: string): Promise<string | undefined> {
      if (held.current()?.accessToken === refused) await held.pending()?.catch(() => {})
      const current = held.current()
      return current?.accessToken === refused ? (await held.renew(current))?.accessToken : current?.accessToken
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

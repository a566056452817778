/** Login on the web: merges a guest session's cart, unless it stays behind, and begins the customer's session, in one transaction. */

import { type Member, memberWithId } from '../../auth/identity.ts'
import { keyOf } from '../../auth/owner-key.ts'
import { hashSessionId } from '../../auth/session-id.crypto.ts'
import { tokensEndAt } from '../../cart/merge/guest-tokens-end.ts'
import { mergeLocked } from '../../cart/merge/merge.sql.ts'
import type { MergeOptions } from '../../cart/merge/merge.store.ts'
import { lockOrInsertCart, type WriteCart } from '../../cart/storage/write-cart.sql.ts'
import type { Queries } from '../../db/database.ts'
import type { LimitLockWait } from '../../db/write-turns.ts'
import { recordEvents } from '../../events/record-events.sql.ts'
import { deleteSession, insertSession, isLiving, ownerOf, type SessionRow } from './session.sql.ts'

/** The session that a login begins, and the one that it ends. */
export interface SessionChange {
  newId: string
  /** The session id of the browser's cookie, if there is one. */
  oldId: string | undefined
  /** What becomes of the cart, the choices and the hold of a guest's session. */
  guestCart: 'merge' | 'leave'
  /** The administrator who logs the customer in, such as `admin:web-shop`. */
  actor: string
  /** Milliseconds since the epoch. */
  now: number
}

/** A customer who has logged in. */
export interface LoggedIn {
  member: Member
  /** Number of lines of the guest's cart that came along. */
  merged: number
}

/** The login of one database. */
export type LoginStore = ReturnType<typeof createLoginStore>

interface LoginOptions extends MergeOptions {
  writeCart: WriteCart
  /** Finds the id of the customer with an external id. */
  findCustomerId: (externalId: string) => Promise<number | undefined>
}

/** Attempts of a login by an external id: an attempt also fails when another customer has got the id meanwhile. */
const ATTEMPTS = 3

/** Creates the login. It locks the member's cart first and the guest's second, as every merge does. */
export function createLoginStore({ writeCart, findCustomerId, maxLines, guestTtlMs, moveHolds }: LoginOptions) {
  /**
   * Ends the browser's session, merges its guest's cart unless it stays behind, and begins the member's session.
   * @returns undefined, with nothing written, when the customer is not active
   * @throws Refusal 422 `cart_full` or 503 `cart_busy`; nothing is written then
   */
  function logIn(member: Member, change: SessionChange): Promise<LoggedIn | undefined> {
    const { newId, guestCart, actor, now } = change
    const key = keyOf(member)
    const write = async (queries: Queries, limitLockWait: LimitLockWait) => {
      if (!(await lockOrInsertCart(queries, key, now))) return undefined
      await limitLockWait()
      const old = await endOldSession(queries, change)
      const owner = old && ownerOf(old)
      await limitLockWait()
      const guest = guestCart === 'merge' && owner?.kind === 'guest' ? owner : undefined
      const endsAt = tokensEndAt(now, guestTtlMs, 0)
      const merge = { member, maxLines, moveHolds, actor, tokensEndAt: endsAt, now }
      const merged = guest && (await mergeLocked(queries, { ...merge, guest }))
      await insertSession(queries, {
        idHash: hashSessionId(newId),
        customerId: member.customerId,
        guestId: null,
        // The request comes from the web shop's server: only the old session knows the browser's network.
        networkHash: old?.network_hash ?? null,
        now,
      })
      await recordEvents(queries, merged?.events ?? [])
      return { member, merged: merged?.lines ?? 0 }
    }
    return writeCart(key.cartId, { locked: write })
  }

  return {
    logIn,

    /** Logs the customer with an external id in; see `logIn`. */
    async logInExternal(externalId: string, change: SessionChange): Promise<LoggedIn | undefined> {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const customerId = await findCustomerId(externalId)
        if (customerId === undefined) return undefined
        const loggedIn = await logIn(memberWithId(customerId, externalId), change)
        if (loggedIn) return loggedIn
      }
      return undefined
    },
  }
}

/** Ends the browser's session. @returns it, if it was alive */
async function endOldSession(queries: Queries, { oldId, now }: SessionChange): Promise<SessionRow | undefined> {
  const [old] = oldId === undefined ? [] : await deleteSession(queries, { idHash: hashSessionId(oldId) })
  return old && isLiving(old, now) ? old : undefined
}

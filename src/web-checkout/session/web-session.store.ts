/** Web session storage: sessions are found by the hash of their id, and expire after two idle hours or one day. */

import type { Owner } from '../../auth/identity.ts'
import type { ActingSession } from '../../auth/resolve-owner.ts'
import { hashSessionId, isSessionId } from '../../auth/session-id.crypto.ts'
import type { Queries } from '../../db/database.ts'
import { isBusy, isUnavailable } from '../../db/unavailable.ts'
import { deleteSession, livingSession, ownerOf, selectSession, touchSession } from './session.sql.ts'

/** Minimum time between two writes of `last_seen_at`, in milliseconds, so that most lookups write nothing. */
const TOUCH_AFTER_MS = 60_000

/** Creates the store of existing sessions. `handoff.store.ts` and `login.store.ts` begin sessions. */
export function createWebSessionStore(database: Queries) {
  /** Updates `last_seen_at`. A database that is read-only or busy is no error: the session is still found. */
  const touchIfPossible = (idHash: string, now: number) =>
    touchSession(database, { idHash, now }).catch(error => {
      if (!isUnavailable(error) && !isBusy(error)) throw error
    })

  return {
    /**
     * Finds the owner of a session and updates `last_seen_at`.
     * @param now milliseconds since the epoch
     * @returns undefined when there is no valid session with this id
     */
    async findOwner(id: string, now: number): Promise<Owner | undefined> {
      if (!isSessionId(id)) return undefined
      const idHash = hashSessionId(id)
      const [row] = await selectSession(database, livingSession(idHash, now))
      if (!row) return undefined
      if (row.last_seen_at < now - TOUCH_AFTER_MS) await touchIfPossible(idHash, now)
      return ownerOf(row)
    },

    /** Finds the session with this hash, for a token that acts for it, if it is alive at `now`, in milliseconds since the epoch. */
    async findActing(idHash: string, now: number): Promise<ActingSession | undefined> {
      const [row] = await selectSession(database, livingSession(idHash, now))
      return row && { networkHash: row.network_hash }
    },

    /** Ends a session. An unknown id is no error, and writes nothing. */
    async endSession(id: string, now: number): Promise<void> {
      const idHash = isSessionId(id) ? hashSessionId(id) : undefined
      const found = idHash === undefined ? [] : await selectSession(database, livingSession(idHash, now))
      if (idHash !== undefined && found.length > 0) await deleteSession(database, { idHash })
    },
  }
}

/**
 * Holds the lease of imports while one runs. A lease is renewed, and ends by itself when its process is killed; unlike a lock it needs no
 * open transaction, which poolers and time-outs of idle transactions would end during a slow upload.
 */

import type { Queries } from '../db/database.ts'
import { deleteLease, insertLease, saveLeaseExpiry } from './lease.store.ts'

/** Lifetime of a lease after its last renewal: the time after which an import of a killed process no longer counts as running. */
const LEASE_MS = 20_000
const RENEWAL_MS = 5_000

/** A lease that is held. */
export interface HeldLease {
  release(): Promise<void>
}

/**
 * Takes the lease and renews it every five seconds.
 * @param onRenewal called with each renewal
 * @returns undefined when another import holds it
 */
export type HoldLease = (onRenewal?: () => void) => Promise<HeldLease | undefined>

interface Context {
  newId: () => string
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Creates the function that holds the lease for imports of this process. */
export function createLeaseHolder(queries: Queries, { newId, now }: Context): HoldLease {
  // Within the process no statement is needed, which would wait while an import writes into the embedded database.
  let isHeld = false

  return async (onRenewal = () => {}) => {
    if (isHeld) return undefined
    isHeld = true
    const owner = newId()
    try {
      const isOwner = await insertLease(queries, { owner, now: now(), expiresAt: now() + LEASE_MS })
      if (!isOwner) {
        isHeld = false
        return undefined
      }
    } catch (error) {
      isHeld = false
      throw error
    }
    const renew = () => {
      onRenewal()
      // A renewal that fails is followed by the next one. Without any, the lease ends, and the shop's row still lets imports apply in turn.
      saveLeaseExpiry(queries, { owner, expiresAt: now() + LEASE_MS }).catch(() => {})
    }
    const timer = setInterval(renew, RENEWAL_MS).unref()
    return {
      release: async () => {
        clearInterval(timer)
        isHeld = false
        await deleteLease(queries, owner).catch(() => {})
      },
    }
  }
}

/** Holds the lease of deliveries: renews it, and ends by itself before the database lets another instance take it. */

import type { Queries } from '../../db/database.ts'
import { deleteLease, saveLease } from './lease.store.ts'

/** Lifetime of a lease after its last renewal: after a crash, the time until another instance delivers. */
const LEASE_MS = 15_000
const RENEWAL_MS = 5_000
/** The holder ends so much earlier than the database's lease, whose clock may run a little faster. */
const MARGIN_MS = 1_000

/** A lease that is held. */
export interface HeldLease {
  readonly owner: string
  /** Aborted when the lease has ended. */
  readonly ended: AbortSignal
  /** Lets another instance take it. */
  release(): Promise<void>
}

/** Takes the lease. @returns undefined while another instance holds it */
export async function takeLease(queries: Queries, owner: string): Promise<HeldLease | undefined> {
  const ending = new AbortController()
  const claim = { owner, durationMs: LEASE_MS }
  let expiry: NodeJS.Timeout | undefined
  let expiresAt = 0
  let renewed: Promise<void> = Promise.resolve()
  const end = () => {
    clearTimeout(expiry)
    clearInterval(renewal)
    ending.abort()
  }
  /** Counts from before the statement: the database counts from a later time. */
  const claimOnce = async () => {
    const until = performance.now() + LEASE_MS - MARGIN_MS
    const isHeld = await saveLease(queries, claim)
    if (!isHeld || ending.signal.aborted) return false
    expiresAt = until
    clearTimeout(expiry)
    expiry = setTimeout(end, expiresAt - performance.now()).unref()
    return true
  }
  const renew = async () => {
    // After a pause of the whole process, this timer may run before that of the expiry.
    if (performance.now() >= expiresAt) return end()
    // A renewal that fails is followed by the next one, until the lease ends.
    const isHeld = await claimOnce().catch(() => true)
    if (!isHeld) end()
  }
  const renewal = setInterval(() => {
    renewed = renew()
  }, RENEWAL_MS).unref()
  try {
    if (await claimOnce()) {
      return {
        owner,
        ended: ending.signal,
        release: async () => {
          end()
          // A renewal that reached the database afterwards would take the lease again.
          await renewed
          await deleteLease(queries, owner)
        },
      }
    }
    end()
    return undefined
  } catch (error) {
    end()
    throw error
  }
}

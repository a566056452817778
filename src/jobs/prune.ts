/** Housekeeping: deletes rows that nobody can use any more, by `sepet prune` and by the server every few minutes. */

import { setTimeout as sleep } from 'node:timers/promises'
import { deleteIdleCarts } from '../cart/idle-carts.store.ts'
import { deleteExpiredHandoffs, deleteExpiredSessions } from '../checkout/expired.store.ts'
import type { Queries } from '../db/database.ts'

const INTERVAL_MS = 5 * 60_000
/** Requests come first: between two batches there is time for those that came meanwhile, also from another process. */
const PAUSE_MS = 20
const DAY_MS = 86_400_000

/** How many rows went. */
export interface Pruned {
  usedHandoffs: number
  webSessions: number
  guestCarts: number
}

export interface PruneOptions {
  /** How long an idle guest's cart is kept; 0 keeps it for ever. */
  guestCartTtlDays: number
  /** Ends a run after the batch at hand. */
  signal?: AbortSignal
}

/** Deletes what has expired at `now`, in milliseconds since the epoch. Safe to run at any time, by any number of processes. */
export async function prune(
  database: Queries,
  now: number,
  { guestCartTtlDays, signal }: PruneOptions,
): Promise<Pruned> {
  const idleSince = guestCartTtlDays === 0 ? 0 : now - guestCartTtlDays * DAY_MS
  return {
    usedHandoffs: await inBatches(() => deleteExpiredHandoffs(database, now), signal),
    webSessions: await inBatches(() => deleteExpiredSessions(database, now), signal),
    guestCarts: await inBatches(() => deleteIdleCarts(database, idleSince), signal),
  }
}

/** Deletes until there is nothing left. @returns how many rows in all */
async function inBatches(deleteBatch: () => Promise<number>, signal: AbortSignal | undefined): Promise<number> {
  for (let total = 0; ; ) {
    if (signal?.aborted) return total
    const deleted = await deleteBatch()
    if (deleted === 0) return total
    total += deleted
    await sleep(PAUSE_MS)
  }
}

/**
 * Prunes every five minutes until stopped. A run that fails is tried again at the next turn.
 * @returns stops it, once the batch at hand has ended
 */
export function pruneRegularly(
  database: Queries,
  guestCartTtlDays: number,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  const run = () => prune(database, Date.now(), { guestCartTtlDays, signal: stopping.signal })
  const timer = setInterval(() => {
    // A long run is not followed by those that it outlasted.
    running ??= run()
      .then(() => {}, onError)
      .finally(() => (running = undefined))
  }, INTERVAL_MS).unref()
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await running
  }
}

/** Housekeeping: deletes rows that nobody can use any more, by `sepet prune` and by the server every few minutes. */

import { deleteExpiredHandoffs, deleteExpiredSessions } from './checkout/expired.store.ts'
import type { Database } from './db/database.ts'

const INTERVAL_MS = 5 * 60_000

/** How many rows went. */
export interface Pruned {
  usedHandoffs: number
  webSessions: number
}

/** Deletes what has expired at `now`, in milliseconds since the epoch. Safe to run at any time, by any number of processes. */
export async function prune(database: Database, now: number): Promise<Pruned> {
  return {
    usedHandoffs: await deleteExpiredHandoffs(database, now),
    webSessions: await deleteExpiredSessions(database, now),
  }
}

/**
 * Prunes every five minutes until stopped.
 * @returns stops it, once a run under way has ended
 */
export function pruneRegularly(database: Database, onError: (error: unknown) => void): () => Promise<void> {
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = running.then(() => prune(database, Date.now())).then(() => {}, onError)
  }, INTERVAL_MS).unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

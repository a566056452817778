/** Tells other systems of holds that have ended by their time, by the server every half minute. */

import { tellEnded } from '../checkouts/tell-ended.store.ts'
import type { Database } from '../db/database.ts'
import { inBatches, runRegularly } from './regularly.ts'

const INTERVAL_MS = 30_000

interface Options {
  /** Milliseconds since the epoch. */
  now: () => number
  onError: (error: unknown) => void
}

/**
 * Tells of ended holds every half minute, in any number of processes, also after a server was off for long.
 * @returns the function that stops the runs and waits for the current batch
 */
export function tellEndedRegularly(database: Database, { now, onError }: Options): () => Promise<void> {
  const run = async (signal: AbortSignal) => {
    const at = now()
    await inBatches(() => tellEnded(database, at), signal)
  }
  return runRegularly({ intervalMs: INTERVAL_MS, run, onError })
}

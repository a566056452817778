/** Work by the clock: runs that follow an interval, one at a time. */

import { setTimeout as sleep } from 'node:timers/promises'

/** Pause between two batches, in which waiting requests run, also those of another process. */
const PAUSE_MS = 20

/** Works batch by batch until a batch is empty. @returns the number of rows */
export async function inBatches(workOnBatch: () => Promise<number>, signal: AbortSignal | undefined): Promise<number> {
  for (let total = 0; ; ) {
    if (signal?.aborted) return total
    const rows = await workOnBatch()
    if (rows === 0) return total
    total += rows
    await sleep(PAUSE_MS)
  }
}

interface Runs {
  intervalMs: number
  /** @param signal ends a run after the current batch */
  run: (signal: AbortSignal) => Promise<unknown>
  onError: (error: unknown) => void
}

/**
 * Runs once per interval. A failed run is repeated after the next one, and an interval that passes during a run starts no further run.
 * @returns the function that stops the runs and waits for the current batch
 */
export function runRegularly({ intervalMs, run, onError }: Runs): () => Promise<void> {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= run(stopping.signal)
      .then(() => {}, onError)
      .finally(() => (running = undefined))
  }, intervalMs).unref()
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await running
  }
}

/** Logs what happens too often for a line each. */

import type { FastifyBaseLogger } from 'fastify'

const EVERY_MS = 10_000

/** Makes a counter that warns with the number of times it was called, ten seconds after the first. */
export function tally(log: FastifyBaseLogger, message: string): () => void {
  let count = 0
  const report = () => {
    log.warn({ count }, message)
    count = 0
  }
  return () => {
    if (count++ === 0) setTimeout(report, EVERY_MS).unref()
  }
}

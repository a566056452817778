/** Logs what happens too often for a line each. */

import type { FastifyBaseLogger } from 'fastify'

const EVERY_MS = 10_000

/** Makes a counter that warns with the number of times it was called and the latest details, ten seconds after the first. */
export function tally(log: FastifyBaseLogger, message: string): (details?: Record<string, string>) => void {
  let count = 0
  let latest: Record<string, string> = {}
  const report = () => {
    log.warn({ ...latest, count }, message)
    count = 0
  }
  return (details = {}) => {
    latest = details
    if (count++ === 0) setTimeout(report, EVERY_MS).unref()
  }
}

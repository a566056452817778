/** Logs what happens too often for a line each: how often it did, with the details of the first. */

import type { FastifyBaseLogger } from 'fastify'

export interface ThrottledWarningOptions {
  level?: 'warn' | 'error'
  /** How long is counted from the first occurrence until the line is written. */
  everyMs?: number
}

/** Counts an occurrence. The details of the first are part of the line. */
export type Tally = (details?: object) => void

/** Makes a counter that writes one line per period, and none while nothing happens. */
export function createThrottledWarning(
  log: FastifyBaseLogger,
  message: string,
  { level = 'warn', everyMs = 10_000 }: ThrottledWarningOptions = {},
): Tally {
  let count = 0
  return details => {
    if (count++ > 0) return
    const report = () => {
      log[level]({ count, ...details }, message)
      count = 0
    }
    setTimeout(report, everyMs).unref()
  }
}

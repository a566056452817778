/** Throttled warnings: one log line per period, with the count of events and the details of the first. */

import type { FastifyBaseLogger } from 'fastify'

/** Options of a throttled warning. */
export interface ThrottledWarningOptions {
  /** Log level; `warn` by default. */
  level?: 'warn' | 'error'
  /** Milliseconds from the first event until the line is written; 10,000 by default. */
  everyMs?: number
}

/** Counts an event. The log line contains the details of the first event in the period. */
export type WarnThrottled = (details?: object) => void

/** Creates a throttled warning, which writes one line per period with events. */
export function createThrottledWarning(
  log: FastifyBaseLogger,
  message: string,
  { level = 'warn', everyMs = 10_000 }: ThrottledWarningOptions = {},
): WarnThrottled {
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

/** Dates of a CSV export, which are wall clock times of the shop, as instants. */

import { isRealTime, utc } from './instants.ts'

type Parts = [number, number, number, number, number, number]

const DAY_MS = 86_400_000
const SECOND_MS = 1000
const LOCAL = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?$/

/** Reads the dates of one time zone. */
export interface LocalTimes {
  /** The first instant of a date, or a date-time's instant; null when the text is neither. */
  startOf(text: string): number | null
  /** The first instant after a date, or after a date-time's second; null when the text is neither. */
  endOf(text: string): number | null
}

/**
 * Reads `2026-03-29` and `2026-03-29 02:30:00` as times of a zone. A time that the clocks skip counts from before the
 * change, one that they repeat is the earlier, as in RFC 5545. Temporal is not in Node.js 24.
 */
export function localTimes(timeZone: string): LocalTimes {
  const clock = wallClock(timeZone)
  return {
    startOf: text => {
      const parsed = parseLocal(text)
      return parsed && toInstant(utc(parsed.parts), clock)
    },
    // WooCommerce sells at the sale price while the clock shows the end time, and through an end date's whole day.
    endOf: text => {
      const parsed = parseLocal(text)
      if (!parsed) return null
      return parsed.hasTime
        ? toInstant(utc(parsed.parts), clock) + SECOND_MS
        : toInstant(utc(parsed.parts) + DAY_MS, clock)
    },
  }
}

/** Whether the runtime knows a zone by this IANA name. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

function parseLocal(text: string): { parts: Parts; hasTime: boolean } | null {
  const match = LOCAL.exec(text)
  if (!match) return null
  const parts = match.slice(1).map(part => Number(part ?? 0)) as Parts
  return isRealTime(parts) ? { parts, hasTime: match[4] !== undefined } : null
}

/** What the zone's clocks show at an instant, written as if it were UTC. */
function wallClock(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'iso8601',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  })
  return instant => {
    const shown = Object.fromEntries(format.formatToParts(instant).map(part => [part.type, Number(part.value)]))
    return utc([shown.year, shown.month, shown.day, shown.hour, shown.minute, shown.second] as Parts)
  }
}

function toInstant(local: number, clock: (instant: number) => number): number {
  // No zone changes its clocks twice within two days, so one of the offsets around holds.
  const before = local - offsetAt(local - DAY_MS, clock)
  const after = local - offsetAt(local + DAY_MS, clock)
  const [earlier, later] = before < after ? [before, after] : [after, before]
  if (clock(earlier) === local) return earlier
  return clock(later) === local ? later : before
}

function offsetAt(instant: number, clock: (instant: number) => number): number {
  return clock(instant) - instant
}

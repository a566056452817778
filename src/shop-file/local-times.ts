/** Dates of a CSV export: converts local times of the shop to milliseconds since the epoch. */

import { isRealTime, utc } from '../schema/instants.ts'
import { DAY_MS } from '../units.ts'

type Parts = [number, number, number, number, number, number]

const SECOND_MS = 1000
/** A date as Turkish and German spreadsheets write it: `31.12.2026`, which can only be read in one way. */
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?= |$)/
const LOCAL = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/

/** Reads dates and date-times of one time zone, as milliseconds since the epoch. */
export interface LocalTimes {
  /** Returns the first instant of a date, or the instant of a date-time; null when the text is neither. */
  startOf(text: string): number | null
  /** Returns the first instant after a date, or after the second of a date-time; null when the text is neither. */
  endOf(text: string): number | null
}

/**
 * Creates the reader for one time zone; it reads `2026-03-29`, `29.03.2026` and `2026-03-29 02:30:00`. As in RFC 5545, a time skipped by a
 * clock change gets the offset from before the change, and a repeated time is the earlier one. Node.js 24 has no Temporal.
 */
export function createLocalTimes(timeZone: string): LocalTimes {
  const clock = wallClock(timeZone)
  return {
    startOf: text => {
      const parsed = parseLocal(text)
      return parsed && toInstant(utc(parsed.parts), clock)
    },
    // In WooCommerce, a sale price is valid during the second of its end time, or during the whole day of its end date.
    endOf: text => {
      const parsed = parseLocal(text)
      if (!parsed) return null
      return parsed.hasTime
        ? toInstant(utc(parsed.parts), clock) + SECOND_MS
        : toInstant(utc(parsed.parts) + DAY_MS, clock)
    },
  }
}

/** Whether the runtime supports a time zone of this IANA name. */
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
  const iso = text.replace(DOTTED, (_, day, month, year) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
  const match = LOCAL.exec(iso)
  if (!match) return null
  const parts = match.slice(1).map(part => Number(part ?? 0)) as Parts
  return isRealTime(parts) ? { parts, hasTime: match[4] !== undefined } : null
}

/** Creates a function that returns the local time of an instant, as if it were UTC. */
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
  // No time zone has two clock changes within two days, so one of the two offsets is right.
  const before = local - offsetAt(local - DAY_MS, clock)
  const after = local - offsetAt(local + DAY_MS, clock)
  const [earlier, later] = before < after ? [before, after] : [after, before]
  if (clock(earlier) === local) return earlier
  return clock(later) === local ? later : before
}

function offsetAt(instant: number, clock: (instant: number) => number): number {
  return clock(instant) - instant
}

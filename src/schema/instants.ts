/** Times of requests and shop files: converts ISO 8601 text with an offset to milliseconds since the epoch. */

import { DAY_MS } from '../units.ts'

const ISO = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,30}))?)?(Z|([+-])(\d{2}):?(\d{2}))$/i

/**
 * Reads an ISO 8601 time with an offset.
 * @returns milliseconds since the epoch; null for any other text, such as 30 February or a time without an offset
 */
export function parseInstant(text: string): number | null {
  const match = ISO.exec(text)
  if (!match) return null
  const [, year, month, day, hour, minute, second = '0', fraction = '', , sign, offsetHour = '0', offsetMinute = '0'] =
    match
  // A leap second is the last one of a day in UTC (RFC 3339 section 5.6): it is read as the first one of the next day.
  const isLeap = second === '60'
  const parts = [year, month, day, hour, minute, isLeap ? 59 : second].map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  if (!isRealTime(parts) || Number(offsetHour) > 23 || Number(offsetMinute) > 59) return null
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * 60_000 * (sign === '-' ? -1 : 1)
  const startMs = utc(parts) - offset
  if (isLeap && (((startMs % DAY_MS) + DAY_MS) % DAY_MS) + 1_000 !== DAY_MS) return null
  return startMs + (isLeap ? 1_000 : 0) + Number(fraction.slice(0, 3).padEnd(3, '0'))
}

const FIRST_MS = utc([0, 1, 1, 0, 0, 0])
const END_MS = utc([10_000, 1, 1, 0, 0, 0])
/** The earliest time that `parseInstant` reads and `formatInstant` writes, in milliseconds since the epoch. */
export const EARLIEST_MS = FIRST_MS - (DAY_MS - 60_000)

/**
 * Writes a time that `parseInstant` reads: in UTC, or with an offset where UTC would need a year before 0 or after 9999.
 * @param instant milliseconds since the epoch, of `parseInstant`
 */
export function formatInstant(instant: number): string {
  const write = (shiftedMs: number, offset: string) => new Date(instant + shiftedMs).toISOString().replace('Z', offset)
  if (instant < FIRST_MS) return write(DAY_MS - 60_000, '+23:59')
  return instant < END_MS ? write(0, 'Z') : write(60_000 - DAY_MS, '-23:59')
}

/** Whether year, month, day, hour, minute and second exist in the calendar. */
export function isRealTime(parts: [number, number, number, number, number, number]): boolean {
  const [year, month, day, hour, minute, second] = parts
  const date = new Date(utc(parts))
  return (
    hour <= 23 &&
    minute <= 59 &&
    second <= 59 &&
    date.getUTCFullYear() === year &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day
  )
}

/** Returns the milliseconds since the epoch; unlike `Date.UTC`, which reads the years 0 to 99 as 1900 to 1999. */
export function utc([year, month, day, hour, minute, second]: [
  number,
  number,
  number,
  number,
  number,
  number,
]): number {
  return new Date(0).setUTCFullYear(year, month - 1, day) + ((hour * 60 + minute) * 60 + second) * 1000
}

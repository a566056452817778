/** Local weekday and time in a shop's time zone, including daylight saving time. */

/** A weekday and a time of day in a time zone. */
export interface LocalTime {
  /** 1 = Monday … 7 = Sunday. */
  weekday: number
  /** Minutes since midnight, local time. */
  minute: number
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const MINUTE_MS = 60_000
/** The last local time per time zone, valid for one minute. Computing it takes as long as pricing a line. */
const shown = new Map<string, { instant: number; local: LocalTime }>()
const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * Converts an instant into local time.
 * @param now milliseconds since the epoch
 * @param timeZone IANA name, such as `Europe/Istanbul`
 */
export function localTime(now: number, timeZone: string): LocalTime {
  const instant = Math.floor(now / MINUTE_MS)
  const last = shown.get(timeZone)
  if (last?.instant === instant) return last.local
  const local = readClock(now, timeZone)
  shown.set(timeZone, { instant, local })
  return local
}

function readClock(now: number, timeZone: string): LocalTime {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(now)
      .map(({ type, value }) => [type, value]),
  )
  return {
    weekday: WEEKDAYS.indexOf(parts.weekday ?? '') + 1,
    minute: Number(parts.hour) * 60 + Number(parts.minute),
  }
}

/** Caches formatters: creating one takes fifty times as long as using one. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const options = { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const format = new Intl.DateTimeFormat('en-GB', options)
  formats.set(timeZone, format)
  return format
}

/** Returns the previous weekday. @param weekday 1 = Monday … 7 = Sunday */
export function previousWeekday(weekday: number): number {
  return weekday === 1 ? 7 : weekday - 1
}

/** Converts `HH:MM` into minutes since midnight. */
export function minuteOf(time: string): number {
  const [hours, minutes] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}

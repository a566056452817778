/** Times of records as text that a shop file accepts. */

/** The largest offset from UTC: 23:59 hours. */
const OFFSET_MS = (23 * 60 + 59) * 60_000

/**
 * Writes a time in ISO 8601, in UTC. A time that has a year of four digits only in another offset, such as 31 December 9999 in New York, has
 * that offset.
 * @param at milliseconds since the epoch
 */
export function instantText(at: number): string {
  const text = new Date(at).toISOString()
  if (/^\d/.test(text)) return text
  return text.startsWith('-') ? shifted(at + OFFSET_MS, '+23:59') : shifted(at - OFFSET_MS, '-23:59')
}

function shifted(at: number, offset: string): string {
  return new Date(at).toISOString().replace('Z', offset)
}

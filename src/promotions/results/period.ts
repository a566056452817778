/** The period of which results are told. Times are milliseconds since the epoch. */

import { EARLIEST_MS } from '../../schema/instants.ts'
import { DAY_MS } from '../../units.ts'

/** The longest period: any year. */
export const MAX_DAYS = 366
/** The days before `to` where `from` is left out. */
export const DEFAULT_DAYS = 30

/** A period: from the first time on, and before the second. */
export interface Period {
  from: number
  to: number
}

/** Why two times are no period, and which of them is to be changed. */
export interface WrongPeriod {
  parameter: 'from' | 'to'
  detail: string
}

/** What the two times are called where they are given. */
export type TimeNames = Record<WrongPeriod['parameter'], string>

const PARAMETERS: TimeNames = { from: 'from', to: 'to' }

/**
 * Returns the period that two times name, either of which may be left out; or why they name none.
 * @param names of the times in the reason
 */
export function periodOf(
  first: number | undefined,
  end: number | undefined,
  now: number,
  names: TimeNames = PARAMETERS,
): Period | WrongPeriod {
  const to = end ?? now
  const from = first ?? Math.max(to - DEFAULT_DAYS * DAY_MS, EARLIEST_MS)
  const meaning = end === undefined ? `${names.to}, which is now where it is left out` : names.to
  if (from >= to && end !== undefined)
    return { parameter: 'to', detail: `${names.to} must be a time after ${names.from}.` }
  if (from >= to) return { parameter: 'from', detail: `${names.from} must be a time before ${meaning}.` }
  if (to - from <= MAX_DAYS * DAY_MS) return { from, to }
  return { parameter: 'from', detail: `${names.from} must be at most ${MAX_DAYS} days before ${meaning}.` }
}

/** Parsers of option values. Each one throws InvalidArgumentError with the rule for the value. */

import { InvalidArgumentError } from 'commander'
import { readLocations } from '../import/locations.ts'
import { ID_RULE, idInPath } from '../schema/fields.ts'
import { parseInstant } from '../schema/instants.ts'

/** Parses a port from 0 to 65535; returned as text, like the variable PORT. */
export function port(value: string): string {
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535)
    throw new InvalidArgumentError('It must be a port from 0 to 65535.')
  return value
}

/** Parses a number of processes from 1 to 999. */
export function workerCount(value: string): number {
  if (!/^[1-9]\d{0,2}$/.test(value)) throw new InvalidArgumentError('It must be a whole number from 1 to 999.')
  return Number(value)
}

/** Parses an integer from 1 to 999,999,999. */
export function positiveInteger(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new InvalidArgumentError('It must be a whole number above 0.')
  return Number(value)
}

/** Parses an id. */
export function id(value: string): number {
  const parsed = idInPath(value)
  if (parsed === 0) throw new InvalidArgumentError(`It must be ${ID_RULE}.`)
  return parsed
}

/** Parses a percentage from 0 to 100, with up to four decimal places; returned as text. */
export function percentage(value: string): string {
  if (!/^\d{1,2}(\.\d{1,4})?$|^100$/.test(value)) throw new InvalidArgumentError('It must be a percentage such as 20.')
  return value
}

/** Parses the names of locations, separated by commas. */
export function locations(value: string): string[] {
  const names = readLocations(value)
  if (!names) throw new InvalidArgumentError('It must be a list of names, such as "Depo,Mağaza".')
  return names
}

/** Parses a time in ISO 8601 with an offset; returned in milliseconds since the epoch. */
export function instant(value: string): number {
  const time = parseInstant(value)
  if (time === null) throw new InvalidArgumentError('It must be a time such as 2026-11-01T00:00:00+03:00.')
  return time
}

/** Decoding of records: checks one value of a file by its schema and its own rules, and converts it to its domain type. */

import type { Static, TSchema } from 'typebox'
import { type Checked, createSchemaCheck, unknownFields } from '../schema/check.ts'
import { UNKNOWN_FIELD } from '../schema/warnings.ts'
import type { FileChecks } from './checks-interface.ts'

/** Returns the record, or null after reporting its problems. The place of a field is `at` followed by its JSON pointer. */
export type Decode<T> = (value: unknown, at: string, checks: FileChecks) => T | null

/**
 * Creates the decoder of one kind of record.
 * @param checkFields checks fields against each other; gets only the fields that are valid by themselves
 * @param toRecord converts a valid value to its domain type
 * @param inWords describes the rule of a field in the words of the file format
 */
export function createDecoder<S extends TSchema, T>(
  schema: S,
  checkFields: (record: Partial<Static<S>>, at: string, checks: FileChecks) => void,
  toRecord: (record: Static<S>) => T,
  inWords = (rule: string) => rule,
): Decode<T> {
  const checkSchema = createSchemaCheck(schema)
  return (value, at, checks) => {
    const checked: Checked<Static<S>> = checkSchema(value)
    for (const [pointer, { isMissing, rule }] of checked.problems) {
      checks.invalid(at + pointer, { isMissing, rule: inWords(rule) })
    }
    for (const pointer of unknownFields(schema, value)) checks.warning(at + pointer, UNKNOWN_FIELD)
    checkFields(checked.sound, at, withoutReported(checked.problems, at, checks))
    return checked.value === null ? null : toRecord(checked.value)
  }
}

/** The checks without reports that a field is missing, for fields that are given but not valid. */
function withoutReported(problems: Checked<unknown>['problems'], at: string, checks: FileChecks): FileChecks {
  if (problems.size === 0) return checks
  const isReported = (place: string) => {
    const field = place.slice(at.length)
    return [...problems.keys()].some(pointer => pointer === field || pointer.startsWith(`${field}/`))
  }
  const missing: FileChecks['missing'] = (place, reason, instead) => {
    if (!isReported(place) && !(instead !== undefined && isReported(instead))) checks.missing(place, reason)
  }
  return { ...checks, missing }
}

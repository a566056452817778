/** Turns one value of a file into a record: judged by its schema and against its own members, then given its domain type. */

import type { Static, TSchema } from 'typebox'
import { type Checked, schemaCheck, unknownFields } from '../schema/check.ts'
import type { FileChecks } from './checks.ts'

/** Gives the record, or null after reporting what is wrong. The places of members are `at` and their JSON pointer. */
export type Decode<T> = (value: unknown, at: string, checks: FileChecks) => T | null

/**
 * Makes the decoder of one kind of record.
 * @param inWords what a member's rule is called in files of the kind
 */
export function decoder<S extends TSchema, T>(
  schema: S,
  checkMembers: (record: Partial<Static<S>>, at: string, checks: FileChecks) => void,
  toRecord: (record: Static<S>) => T,
  inWords = (rule: string) => rule,
): Decode<T> {
  const checkSchema = schemaCheck(schema)
  return (value, at, checks) => {
    const checked: Checked<Static<S>> = checkSchema(value)
    for (const [pointer, { isMissing, rule }] of checked.problems) {
      checks.problem(at + pointer, isMissing ? `is missing: it must be ${inWords(rule)}` : `must be ${inWords(rule)}`)
    }
    for (const pointer of unknownFields(schema, value)) checks.warning(at + pointer, 'is not a known field: ignored')
    checkMembers(checked.sound, at, checks)
    return checked.value === null ? null : toRecord(checked.value)
  }
}

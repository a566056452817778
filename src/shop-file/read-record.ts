/** One record of a shop file by itself, as a request sends it: checked and converted as in a file, with pointers relative to the body. */

import type { Violation } from '../errors.ts'
import { violationOf } from '../schema/violation.ts'
import { MAX_WARNINGS, sentenceAbout, type Warning, warningOf } from '../schema/warnings.ts'
import type { FileChecks, Referred } from './checks-interface.ts'
import type { ListSection, Records } from './imported-records.ts'
import { decodeRecord } from './shop-file.ts'

/** Maximum number of violations of one record. */
const MAX_VIOLATIONS = 100

/** A reference to another record. */
export interface Reference {
  kind: Referred
  id: number
  pointer: string
}

/** A record that is read. */
export interface ReadRecord<T> {
  /** Null when there are violations. */
  record: T | null
  violations: Violation[]
  warnings: Warning[]
  /** Records that must exist. */
  references: Reference[]
}

/**
 * Reads one record of a section.
 * @param value any JSON value
 * @param at the JSON pointer of the record in the body, where it is not the body
 */
export function readRecord<S extends ListSection>(section: S, value: unknown, at = ''): ReadRecord<Records[S]> {
  const read = { violations: [] as Violation[], warnings: [] as Warning[], references: [] as Reference[] }
  const record = decodeRecord(section, value, at, collectInto(read))
  return { record: read.violations.length > 0 ? null : record, ...read }
}

/** The checks of one record: no other record can repeat its keys, and references are checked by whoever writes it. */
function collectInto({ violations, warnings, references }: Omit<ReadRecord<never>, 'record'>): FileChecks {
  const violate = (violation: Violation) => {
    if (violations.length < MAX_VIOLATIONS) violations.push(violation)
  }
  const warn = (at: string, message: string) => {
    if (warnings.length < MAX_WARNINGS) warnings.push(warningOf(at, message))
  }
  return {
    file: '',
    problem: (pointer, message) => violate({ code: 'field_invalid', pointer, detail: sentenceAbout(pointer, message) }),
    invalid: (pointer, problem) => violate(violationOf(pointer, problem)),
    missing: (pointer, reason) =>
      violate({ code: 'field_required', pointer, detail: sentenceAbout(pointer, `is missing: ${reason}`) }),
    warning: warn,
    skip: warn,
    unique: () => {},
    declare: () => {},
    refer: (kind, id, pointer) => references.push({ kind, id, pointer }),
  }
}

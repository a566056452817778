/** Checks that the reader of a record reports to: an import collects them over all files, a request for its one record. */

import type { Problem } from '../schema/check.ts'

/** Sections whose records other records refer to. */
export type Referred = 'customerGroups' | 'campaigns'

/** The checks for the records of one file. `at` is a place in that file. */
export interface FileChecks {
  readonly file: string
  /**
   * Reports a problem, which refuses the whole import. Problems of a table that differ only in line and value are one, with their count.
   * @param value the text of the file that is wrong, which follows the message in quotation marks
   * @param columns headings of a table that is not known, which the caller may name
   */
  problem(at: string, message: string, value?: string, columns?: string[]): void
  /** Reports a field that breaks the rule of its schema. */
  invalid(at: string, problem: Problem): void
  /**
   * Reports a field that is missing although the schema does not require it; `reason` says what needs it.
   * @param instead the place of the field that can be given in its place: where that one is wrong, nothing is missing
   */
  missing(at: string, reason: string, instead?: string): void
  /**
   * Reports a warning, which does not refuse the import. Those that differ only in line and value are one, with their count.
   * @param columns headings that are not read, which the caller may name
   */
  warning(at: string, message: string, value?: string, columns?: string[]): void
  /** Reports a record that is left out, with the reason. Those that differ only in line and value are one, with their count. */
  skip(at: string, message: string, value?: string): void
  /**
   * Reports a key that another record of the same kind has.
   * @param what of a shop file: names the key where `at` does not; of a table: the message, which the key follows
   */
  unique(kind: string, key: string | number, at: string, what?: string): void
  /** Registers a record that references may name; `mayBeReferred` is false for a record that must not be referred to. */
  declare(kind: Referred, id: number, mayBeReferred: boolean): void
  /** Registers a reference, which `checkReferences` checks after all records are read. */
  refer(kind: Referred, id: number, at: string): void
}

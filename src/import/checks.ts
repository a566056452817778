/** Checks over all records of an import: repeated keys, and references to other records. */

import type { Problem } from '../schema/check.ts'
import type { Findings, Place } from './findings.ts'
import { FirstPlaces } from './first-places.ts'

/** Maximum number of places stored per id, which bounds the memory; further references are only counted. */
const PLACES_KEPT = 100

/** Sections whose records other records refer to. */
export type Referred = 'customerGroups' | 'campaigns'

/** Explains a coupon's reference to no campaign, or to one that takes no coupons. */
export function noBindableCampaign(id: number): string {
  return `there is no couponBound campaign ${id}`
}

/** The checks for the records of one file. `at` is a place in that file. */
export interface FileChecks {
  readonly file: string
  /** Reports a problem, which refuses the whole import. */
  problem(at: string, message: string): void
  /** Reports a field that breaks the rule of its schema. */
  invalid(at: string, problem: Problem): void
  /** Reports a field that is missing although the schema does not require it; `reason` says what needs it. */
  missing(at: string, reason: string): void
  /** Reports a warning, which does not refuse the import. */
  warning(at: string, message: string): void
  /** Reports a record that is left out, with the reason. */
  skip(at: string, message: string): void
  /** Reports a key that another record of the same kind has; `what` names the key where `at` does not. */
  unique(kind: string, key: string | number, at: string, what?: string): void
  /** Registers a record that references may name; `mayBeReferred` is false for a record that must not be referred to. */
  declare(kind: Referred, id: number, mayBeReferred: boolean): void
  /** Registers a reference, which `checkReferences` checks after all records are read. */
  refer(kind: Referred, id: number, at: string): void
}

/** References to one record: the first places, and the number of further places. */
interface References {
  places: Place[]
  more: number
}

/** The checks of one import, over all of its files. */
export class ImportChecks {
  readonly findings: Findings
  /** Whether a file could not be read to its end: the unread rest may contain the records that references name. */
  isIncomplete = false
  readonly #taken = new Map<string, FirstPlaces>()
  readonly #declared = { customerGroups: new Map<number, boolean>(), campaigns: new Map<number, boolean>() }
  readonly #references = { customerGroups: new Map<number, References>(), campaigns: new Map<number, References>() }

  constructor(findings: Findings) {
    this.findings = findings
  }

  /** Creates the checks for the records of one file. */
  forFile(file: string): FileChecks {
    return {
      file,
      problem: (at, message) => this.findings.problem({ file, at }, message),
      invalid: (at, { isMissing, rule }) =>
        this.findings.problem({ file, at }, isMissing ? `is missing: it must be ${rule}` : `must be ${rule}`),
      missing: (at, reason) => this.findings.problem({ file, at }, `is missing: ${reason}`),
      warning: (at, message) => this.findings.warning({ file, at }, message),
      skip: (at, message) => this.findings.skip({ file, at }, message),
      unique: (kind, key, at, what = '') => this.#unique(kind, key, { file, at }, what),
      declare: (kind, id, mayBeReferred) => this.#declared[kind].set(id, mayBeReferred),
      refer: (kind, id, at) => this.#refer(kind, id, { file, at }),
    }
  }

  /** Whether there are references to check against the database. */
  refersTo(kind: Referred): boolean {
    return this.#references[kind].size > 0 && !this.isIncomplete
  }

  /**
   * Reports references to records that are neither in the import nor in the database.
   * @param stored ids in the database, and whether each record may be referred to
   */
  checkReferences(kind: Referred, stored: Map<number, boolean>, message: (id: number) => string): void {
    for (const [id, { places, more }] of this.#references[kind]) {
      if (this.#declared[kind].get(id) ?? stored.get(id)) continue
      for (const place of places) this.findings.problem(place, message(id))
      this.findings.moreProblems(more)
    }
  }

  #unique(kind: string, key: string | number, place: Place, what: string): void {
    const taken = this.#taken.get(kind) ?? new FirstPlaces()
    this.#taken.set(kind, taken)
    const other = taken.add(key, place)
    if (!other) return
    const where = other.file === place.file ? other.at : `${other.file} ${other.at}`
    this.findings.problem(place, `${what && `${what} `}is repeated: ${where} has the same`)
  }

  #refer(kind: Referred, id: number, place: Place): void {
    const known = this.#references[kind].get(id)
    if (known && known.places.length < PLACES_KEPT) known.places.push(place)
    else if (known) known.more++
    else if (this.#declared[kind].get(id) !== true) this.#references[kind].set(id, { places: [place], more: 0 })
  }
}

/** What can be judged only over all records of an import: ids given twice, and references to other records. */

import type { Findings, Place } from './findings.ts'

/** A feed whose every product names a group must not fill the memory with the places; all are counted. */
const PLACES_KEPT = 100

export type Referred = 'customerGroups' | 'campaigns'

/** A record's view of the checks: places are given within its file. */
export interface FileChecks {
  readonly file: string
  problem(at: string, message: string): void
  warning(at: string, message: string): void
  /** Leaves a record out, with the reason. */
  skip(at: string, message: string): void
  /** Reports a key that a record of the same kind has already taken; `what` names the key where `at` does not. */
  unique(kind: string, key: string | number, at: string, what?: string): void
  /** Notes a record that others may refer to. */
  declare(kind: Referred, id: number, fit: boolean): void
  /** Notes a reference, to be settled once every record and the database can be asked. */
  refer(kind: Referred, id: number, at: string): void
}

/** Where a record is referred to: the first places, and how many more there are. */
interface References {
  places: Place[]
  more: number
}

/** The checks of one import, over all of its files. */
export class ImportChecks {
  readonly findings: Findings
  /** A file could not be read to its end, so that what records refer to may stand in the rest of it. */
  isIncomplete = false
  readonly #taken = new Map<string, Map<string | number, Place>>()
  readonly #declared = { customerGroups: new Map<number, boolean>(), campaigns: new Map<number, boolean>() }
  readonly #references = { customerGroups: new Map<number, References>(), campaigns: new Map<number, References>() }

  constructor(findings: Findings) {
    this.findings = findings
  }

  forFile(file: string): FileChecks {
    return {
      file,
      problem: (at, message) => this.findings.problem({ file, at }, message),
      warning: (at, message) => this.findings.warning({ file, at }, message),
      skip: (at, message) => this.findings.skip({ file, at }, message),
      unique: (kind, key, at, what = '') => this.#unique(kind, key, { file, at }, what),
      declare: (kind, id, fit) => this.#declared[kind].set(id, fit),
      refer: (kind, id, at) => this.#refer(kind, id, { file, at }),
    }
  }

  /** Whether there are references to settle, for which the database must be asked. */
  refersTo(kind: Referred): boolean {
    return this.#references[kind].size > 0 && !this.isIncomplete
  }

  /**
   * Reports the references that lead nowhere.
   * @param stored the ids in the database, and whether the record may be referred to
   */
  settle(kind: Referred, stored: Map<number, boolean>, message: (id: number) => string): void {
    for (const [id, { places, more }] of this.#references[kind]) {
      if (this.#declared[kind].get(id) ?? stored.get(id)) continue
      for (const place of places) this.findings.problem(place, message(id))
      this.findings.moreProblems(more)
    }
  }

  #unique(kind: string, key: string | number, place: Place, what: string): void {
    const taken = this.#taken.get(kind) ?? new Map<string | number, Place>()
    this.#taken.set(kind, taken)
    const other = taken.get(key)
    if (!other) {
      taken.set(key, place)
      return
    }
    const where = other.file === place.file ? other.at : `${other.file} ${other.at}`
    this.findings.problem(place, `${what && `${what} `}stands twice: ${where} has it too`)
  }

  #refer(kind: Referred, id: number, place: Place): void {
    const known = this.#references[kind].get(id)
    if (known && known.places.length < PLACES_KEPT) known.places.push(place)
    else if (known) known.more++
    else if (this.#declared[kind].get(id) !== true) this.#references[kind].set(id, { places: [place], more: 0 })
  }
}

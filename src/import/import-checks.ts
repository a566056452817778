/** Checks over all records of an import: repeated keys, and references to other records. */

import type { FileChecks, Referred } from '../shop-file/checks-interface.ts'
import type { Findings, Place } from '../shop-file/findings.ts'
import { type FilePlace, type OpenReference, Scratch } from './scratch.store.ts'

/** The checks of one import, over all of its files. */
export class ImportChecks {
  readonly findings: Findings
  /** Whether a file could not be read to its end: the unread rest may contain the records that references name. */
  isIncomplete = false
  readonly #files: string[] = []
  readonly #scratch = new Scratch()

  constructor(findings: Findings) {
    this.findings = findings
  }

  /** Creates the checks for the records of one file. */
  forFile(file: string): FileChecks {
    const number = this.#files.push(file) - 1
    return {
      file,
      problem: (at, message, value, columns) => this.findings.problem({ file, at }, message, { value, columns }),
      invalid: (at, { isMissing, rule }) =>
        this.findings.problem({ file, at }, isMissing ? `is missing: it must be ${rule}` : `must be ${rule}`),
      missing: (at, reason) => this.findings.problem({ file, at }, `is missing: ${reason}`),
      warning: (at, message, value, columns) => this.findings.warning({ file, at }, message, { value, columns }),
      skip: (at, message, value) => this.findings.skip({ file, at }, message, { value }),
      unique: (kind, key, at, what = '') =>
        this.#unique(this.#scratch.addKey(kind, key, { file: number, at }), { file, at }, { key, what }),
      declare: (kind, id, mayBeReferred) => this.#scratch.declare(kind, id, mayBeReferred),
      refer: (kind, id, at) => this.#scratch.refer(kind, id, { file: number, at }),
    }
  }

  /**
   * Reports references to records that are neither in the import nor in the database. An incomplete import is not checked.
   * @param findReferable finds which of up to a thousand ids are in the database and may be referred to
   */
  async checkReferences(
    kind: Referred,
    findReferable: (ids: number[]) => Promise<Set<number>>,
    { inFile, inTable }: { inFile: (id: number) => string; inTable: string },
  ): Promise<void> {
    if (this.isIncomplete) return
    let page = this.#scratch.findOpenReferences(kind, 0)
    while (page.length > 0) {
      const referable = await findReferable(page.map(({ id }) => id))
      for (const reference of page)
        if (reference.isDeclared || !referable.has(reference.id))
          this.#dangling(kind, reference, { inFile: inFile(reference.id), inTable })
      page = this.#scratch.findOpenReferences(kind, page.at(-1)?.position ?? Number.POSITIVE_INFINITY)
    }
  }

  /** Deletes the scratch file. */
  close(): void {
    this.#scratch.close()
  }

  #dangling(kind: Referred, { id, count }: OpenReference, message: { inFile: string; inTable: string }): void {
    const places = this.findings.isFull ? [] : this.#scratch.findPlaces(kind, id)
    for (const place of places.map(each => this.#placeOf(each))) {
      // Problems of a table are one where their message is.
      const isInTable = place.at.startsWith('line ')
      if (isInTable) this.findings.problem(place, message.inTable, { value: String(id) })
      else this.findings.problem(place, message.inFile)
    }
    this.findings.moreProblems(count - places.length)
  }

  #unique(known: FilePlace | undefined, place: Place, { key, what }: { key: string | number; what: string }): void {
    if (!known) return
    const other = this.#placeOf(known)
    if (other.file !== place.file) {
      this.findings.problem(place, `is in ${other.file}, too: import each record from one file`)
      return
    }
    // Repetitions in a table are one problem, with the number of rows.
    if (!place.at.startsWith('line '))
      this.findings.problem(place, `${what && `${what} `}is repeated: ${other.at} has the same`)
    else if (what === '') this.findings.problem(place, 'is repeated: a row above has the same, delete one of both')
    else this.findings.problem(place, what, { value: String(key) })
  }

  #placeOf({ file, at }: FilePlace): Place {
    return { file: this.#files[file] ?? '', at }
  }
}

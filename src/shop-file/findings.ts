/** Findings of an import: problems refuse the whole import; warnings and left-out records do not. */

/** A place in an import file. */
export interface Place {
  file: string
  /** A JSON pointer (`/products/3/price`), a line (`line 12`) or a cell (`line 12 /email`); empty for the whole file. */
  at: string
}

/** Error code of a problem that is no invalid field. */
export type ProblemCode = 'prices_relabelled'

/** A message about one place. */
export interface Finding extends Place {
  message: string
  /** Absent for a problem that is an invalid field, and for every other finding. */
  code?: ProblemCode
}

/** Maximum number of findings of one kind in memory; further ones are only counted. */
export const FINDINGS_KEPT = 10_000
/** Maximum number of counted problems. Reading ends there: 62 MB of empty records would take minutes to count. */
export const MAX_PROBLEMS = 1_000_000
/** Maximum length of a place in characters: the names of fields and columns in a file can be megabytes long. */
const MAX_PLACE_LENGTH = 300

/** The import is refused because of its problems. Nothing is written. */
export class ImportProblems extends Error {
  /** The first ten thousand problems, in the order found. */
  readonly problems: Finding[]
  /** Number of all problems; `MAX_PROBLEMS` for that many or more. */
  readonly total: number

  constructor(problems: Finding[], total: number) {
    super([...problems.slice(0, 20).map(describeFinding), ...(total > 20 ? [`… ${total} in all`] : [])].join('\n'))
    this.name = 'ImportProblems'
    this.problems = problems
    this.total = total
  }
}

/** Formats a finding as one line, `shop.json /products/3/price: must be …`, and escapes control characters. */
export function describeFinding({ file, at, message }: Finding): string {
  const line = `${file}${at === '' ? '' : ` ${at}`}: ${message}`
  return line.replace(/\p{Cc}/gu, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Returns the place of a field in a record: `/customers/3/email` or `line 12 /email`. */
export function fieldAt(record: string, pointer: string): string {
  return record.startsWith('/') ? record + pointer : `${record} ${pointer}`
}

/** Quotes a text of a file for a message, shortened to 80 characters. */
export function quote(text: string): string {
  return `"${shorten(text, 80)}"`
}

/** Shortens a text, and appends an ellipsis. Joins its characters to a new string, because the result of `slice` keeps the whole text in memory. */
export function shorten(text: string, maxLength: number): string {
  return text.length > maxLength ? `${Array.from(text.slice(0, maxLength)).join('')}…` : text
}

/** Collects the findings of one import. */
export class Findings {
  /** The first ten thousand problems, in the order found. */
  readonly problems: Finding[] = []
  readonly #warnings = new Map<string, { finding: Finding; more: number }>()
  /** The first ten thousand records that were left out on purpose, with the reason. */
  readonly skipped: Finding[] = []
  readonly #skippedOf = new Map<string, number>()
  #total = 0

  /** Number of all problems. */
  get total(): number {
    return this.#total
  }

  /** Whether further problems are only counted. */
  get isFull(): boolean {
    return this.problems.length >= FINDINGS_KEPT
  }

  /**
   * Adds a problem, which refuses the import.
   * @param code the error code of a problem that is no invalid field
   * @throws ImportProblems when there are too many to go on
   */
  problem(place: Place, message: string, code?: ProblemCode): void {
    if (!this.isFull) this.problems.push({ ...findingOf(place, message), ...(code && { code }) })
    this.moreProblems(1)
  }

  /**
   * Counts problems whose places are not stored.
   * @throws ImportProblems when there are too many to go on
   */
  moreProblems(count: number): void {
    this.#total = Math.min(this.#total + count, MAX_PROBLEMS)
    if (this.#total === MAX_PROBLEMS) this.throwIfAny()
  }

  /**
   * Adds a warning. Warnings that differ only in the numbers of their places are stored once and counted.
   * @param count number of places with the warning, of which `place` is the first
   */
  warning(place: Place, message: string, count = 1): void {
    const finding = findingOf(place, message)
    const kind = `${finding.file} ${finding.at.replace(/\d+/g, '*')} ${message}`
    const known = this.#warnings.get(kind)
    if (known) known.more += count
    else if (this.#warnings.size < FINDINGS_KEPT) this.#warnings.set(kind, { finding, more: count - 1 })
  }

  /** Adds a record that is left out on purpose, such as a product that cannot be sold by itself. */
  skip(place: Place, message: string): void {
    this.#skippedOf.set(place.file, this.skippedIn(place.file) + 1)
    if (this.skipped.length < FINDINGS_KEPT) this.skipped.push(findingOf(place, message))
  }

  /** Number of left-out records of one file. */
  skippedIn(file: string): number {
    return this.#skippedOf.get(file) ?? 0
  }

  /** Returns each warning once, with the number of its repetitions. */
  warnings(): Finding[] {
    return [...this.#warnings.values()].map(({ finding, more }) =>
      more === 0 ? finding : { ...finding, message: `${finding.message} (and ${more} more like it)` },
    )
  }

  /**
   * Refuses the import when it has problems.
   * @throws ImportProblems when there is at least one problem
   */
  throwIfAny(): void {
    if (this.#total > 0) throw new ImportProblems(this.problems, this.#total)
  }
}

function findingOf({ file, at }: Place, message: string): Finding {
  return { file, at: shorten(at, MAX_PLACE_LENGTH), message }
}

/** Findings of an import: problems refuse the whole import; warnings and left-out records do not. */

/** A place in an import file. */
export interface Place {
  file: string
  /** A JSON pointer (`/products/3/price`), a line (`line 12`) or a cell (`line 12 /email`); empty for the whole file. */
  at: string
}

/** Error code of a problem that is no invalid field. */
export type ProblemCode = 'prices_relabelled' | 'sku_ambiguous' | 'insufficient_stock'

/** A message about one place, or about all places of a table with the same cause. */
export interface Finding extends Place {
  /** Completes the sentence that begins with the place; the same for all places of the cause. */
  message: string
  /** Text of the file at the first place, shortened. */
  value?: string
  /** Absent for a problem that is an invalid field, and for every other finding. */
  code?: ProblemCode
  /** Headings of a table that is not known, which the caller may name. */
  columns?: string[]
  /** Number of places. */
  count: number
  /** The first three places, `at` first. */
  places: string[]
}

/** Number of places that a finding names. */
export const PLACES_SHOWN = 3
/** Maximum number of findings of one kind in memory; further ones are only counted. */
export const FINDINGS_KEPT = 10_000
/** Maximum number of counted problems. Reading ends there: 62 MB of empty records would take minutes to count. */
export const MAX_PROBLEMS = 1_000_000
/** Maximum length of a place in characters: the names of fields and columns in a file can be megabytes long. */
const MAX_PLACE_LENGTH = 300
/** Maximum number of headings that a finding names. */
const MAX_COLUMNS = 200
/** Maximum length of a value in characters. */
const MAX_VALUE_LENGTH = 80

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

/** What a line says of a finding. */
type Described = Place & Pick<Finding, 'message' | 'value'> & Partial<Pick<Finding, 'count' | 'places'>>

/** Formats a finding as one line, `shop.json /products/3/price: must be …`, and escapes control characters. */
export function describeFinding({ file, at, count = 1, places = [], ...finding }: Described): string {
  const line = `${file}${at === '' ? '' : ` ${at}`}: ${messageOf(finding)}${othersOf(count, places)}`
  return line.replace(/\p{Cc}/gu, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/**
 * The message with the text of the file, which stands between what is the case and what to do.
 * @example messageOf({ message: 'is no number: write 19.90', value: 'x' }) // is no number: "x"; write 19.90
 */
export function messageOf({ message, value }: Pick<Finding, 'message' | 'value'>): string {
  if (value === undefined) return message
  const [what, ...cure] = message.split(': ')
  return [`${what}: ${quote(value)}`, ...(cure.length > 0 ? [cure.join(': ')] : [])].join('; ')
}

function othersOf(count: number, [, ...others]: string[]): string {
  if (count === 1) return ''
  const named = others.length > 0 ? `: ${others.join(', ')}` : ''
  const further = named !== '' && count > others.length + 1 ? ', …' : ''
  return ` (and ${count - 1} more like it${named}${further})`
}

/** Returns the place of a field in a record: `/customers/3/email` or `line 12 /email`. */
export function fieldAt(record: string, pointer: string): string {
  return record.startsWith('/') ? record + pointer : `${record} ${pointer}`
}

/** Quotes a text of a file for a message, shortened to 80 characters. */
export function quote(text: string): string {
  return `"${shorten(text, MAX_VALUE_LENGTH)}"`
}

/** Shortens a text, and appends an ellipsis. Joins its characters to a new string, because the result of `slice` keeps the whole text in memory. */
export function shorten(text: string, maxLength: number): string {
  return text.length > maxLength ? `${Array.from(text.slice(0, maxLength)).join('')}…` : text
}

/** What differs between findings besides their places and messages. */
interface Details {
  value?: string | undefined
  code?: ProblemCode | undefined
  columns?: string[] | undefined
  /** Number of places, of which `place` is the first; 1 by default. */
  count?: number
  /** The first places, where there are several. */
  places?: string[]
}

/** Collects the findings of one import. */
export class Findings {
  readonly #problems = new FindingList()
  readonly #warnings = new FindingList()
  readonly #skipped = new FindingList()
  readonly #skippedOf = new Map<string, number>()
  #total = 0

  /** The first ten thousand problems, in the order found. Those of a table are one per cause; those of a shop file one per place. */
  get problems(): Finding[] {
    return this.#problems.findings
  }

  /** The first ten thousand causes for which records were left out, in the order found. */
  get skipped(): Finding[] {
    return this.#skipped.findings
  }

  /** Number of all problems. */
  get total(): number {
    return this.#total
  }

  /** Whether further problems are only counted. */
  get isFull(): boolean {
    return this.#problems.isFull
  }

  /**
   * Adds a problem, which refuses the import.
   * @param details such as the error code of a problem that is no invalid field
   * @throws ImportProblems when there are too many to go on
   */
  problem(place: Place, message: string, details: Details = {}): void {
    this.#problems.add(place, message, details, at => (at.startsWith('line ') ? at.replace(/^line \d+/, 'line') : null))
    this.moreProblems(details.count ?? 1)
  }

  /**
   * Counts problems whose places are not stored.
   * @throws ImportProblems when there are too many to go on
   */
  moreProblems(count: number): void {
    this.#total = Math.min(this.#total + count, MAX_PROBLEMS)
    if (this.#total === MAX_PROBLEMS) this.throwIfAny()
  }

  /** Adds a warning. Warnings that differ only in the numbers of their places are one. */
  warning(place: Place, message: string, details: Details = {}): void {
    this.#warnings.add(place, message, details, withoutNumbers)
  }

  /** Adds a record that is left out on purpose, such as a product that cannot be sold by itself. */
  skip(place: Place, message: string, details: Details = {}): void {
    this.#skippedOf.set(place.file, this.skippedIn(place.file) + (details.count ?? 1))
    this.#skipped.add(place, message, details, withoutNumbers)
  }

  /** Number of left-out records of one file. */
  skippedIn(file: string): number {
    return this.#skippedOf.get(file) ?? 0
  }

  /** Returns each warning once, with the number of its places. */
  warnings(): Finding[] {
    return this.#warnings.findings
  }

  /**
   * Refuses the import when it has problems.
   * @throws ImportProblems when there is at least one problem
   */
  throwIfAny(): void {
    if (this.#total > 0) throw new ImportProblems(this.problems, this.#total)
  }
}

function withoutNumbers(at: string): string {
  return at.replace(/\d+/g, '*')
}

/** Findings in the order found, those of one cause together. */
class FindingList {
  readonly findings: Finding[] = []
  readonly #byCause = new Map<string, Finding>()

  get isFull(): boolean {
    return this.findings.length >= FINDINGS_KEPT
  }

  /**
   * Adds a finding, or counts it where its cause is known.
   * @param commonPlace what the places of one cause have in common; null for a place that has none
   */
  add(
    { file, at: place }: Place,
    message: string,
    { value, code, columns, count = 1, places }: Details,
    commonPlace: (at: string) => string | null,
  ): void {
    const at = shorten(place, MAX_PLACE_LENGTH)
    const common = commonPlace(at)
    const cause = common === null ? null : `${file}\n${common}\n${message}`
    const known = cause === null ? undefined : this.#byCause.get(cause)
    if (known) {
      known.count += count
      if (known.places.length < PLACES_SHOWN) known.places.push(at)
      return
    }
    if (this.isFull) return
    const finding = {
      ...{ file, at, message, count, places: places ?? [at] },
      ...(value !== undefined && { value: shorten(value, MAX_VALUE_LENGTH) }),
      ...(code && { code }),
      ...(columns && { columns: columns.slice(0, MAX_COLUMNS).map(column => shorten(column, MAX_VALUE_LENGTH)) }),
    }
    this.findings.push(finding)
    if (cause !== null) this.#byCause.set(cause, finding)
  }
}

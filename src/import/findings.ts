/** What an import has to say about its files: problems, which stop it as a whole, and warnings, which do not. */

/** Where something stands: a JSON pointer (`/products/3/price`), a line (`line 12`) or a cell (`line 12 /email`) of a file; empty: the whole file. */
export interface Place {
  file: string
  at: string
}

export interface Finding extends Place {
  message: string
}

/** A feed that is wrong in every record must not fill the memory with its problems; all are counted. */
const KEPT = 10_000
/** A file chooses the names of its members and columns: megabytes, if it wants to. */
const MAX_PLACE_LENGTH = 300

/** Thrown when an import is refused: nothing of it was written. */
export class ImportProblems extends Error {
  /** In the order found; the first ten thousand. */
  readonly problems: Finding[]
  /** How many there are. */
  readonly total: number

  constructor(problems: Finding[], total: number) {
    super([...problems.slice(0, 20).map(describeFinding), ...(total > 20 ? [`… ${total} in all`] : [])].join('\n'))
    this.name = 'ImportProblems'
    this.problems = problems
    this.total = total
  }
}

/** A finding in one line, `shop.json /products/3/price: must be …`; control characters of a file do not reach the terminal. */
export function describeFinding({ file, at, message }: Finding): string {
  const line = `${file}${at === '' ? '' : ` ${at}`}: ${message}`
  return line.replace(/\p{Cc}/gu, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** The place of a member of a record: `/customers/3/email`, `line 12 /email`. */
export function fieldAt(record: string, pointer: string): string {
  return record.startsWith('/') ? record + pointer : `${record} ${pointer}`
}

/** A file's text within a message. */
export function quote(text: string): string {
  return `"${shorten(text, 80)}"`
}

/** The beginning of a text that is too long. Joined anew: what `slice` gives keeps the whole text in memory. */
function shorten(text: string, maxLength: number): string {
  return text.length > maxLength ? `${Array.from(text.slice(0, maxLength)).join('')}…` : text
}

/** Collects the findings of one import. */
export class Findings {
  /** In the order found; the first ten thousand. */
  readonly problems: Finding[] = []
  readonly #warnings = new Map<string, { finding: Finding; more: number }>()
  /** Records that were left out on purpose, with the reason; the first ten thousand. */
  readonly skipped: Finding[] = []
  readonly #skippedOf = new Map<string, number>()
  #total = 0

  /** How many problems there are. */
  get total(): number {
    return this.#total
  }

  problem(place: Place, message: string): void {
    this.#total++
    if (this.problems.length < KEPT) this.problems.push(findingOf(place, message))
  }

  /** Counts problems whose places were not kept. */
  moreProblems(count: number): void {
    this.#total += count
  }

  /** Keeps the first of warnings that differ in their numbers only: a typing error repeats in every record. */
  warning(place: Place, message: string): void {
    const finding = findingOf(place, message)
    const kind = `${finding.file} ${finding.at.replace(/\d+/g, '*')} ${message}`
    const known = this.#warnings.get(kind)
    if (known) known.more++
    else if (this.#warnings.size < KEPT) this.#warnings.set(kind, { finding, more: 0 })
  }

  /** Notes a record that is left out on purpose, such as a product that cannot be sold by itself. */
  skip(place: Place, message: string): void {
    this.#skippedOf.set(place.file, this.skippedIn(place.file) + 1)
    if (this.skipped.length < KEPT) this.skipped.push(findingOf(place, message))
  }

  /** How many records of a file were left out. */
  skippedIn(file: string): number {
    return this.#skippedOf.get(file) ?? 0
  }

  /** The warnings, each once, saying how often it stands elsewhere. */
  warnings(): Finding[] {
    return [...this.#warnings.values()].map(({ finding, more }) =>
      more === 0 ? finding : { ...finding, message: `${finding.message} (and ${more} more like it)` },
    )
  }

  /** @throws ImportProblems when there is any problem */
  throwIfAny(): void {
    if (this.#total > 0) throw new ImportProblems(this.problems, this.#total)
  }
}

function findingOf({ file, at }: Place, message: string): Finding {
  return { file, at: shorten(at, MAX_PLACE_LENGTH), message }
}

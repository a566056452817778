/** Rows of a sheet: the texts of its cells, with the number of the row. */

import { UnreadableFile } from '../files.ts'
import type { TableRow } from '../table-row.ts'
import { isoDateText, numberText } from './cell-text.ts'
import type { NumberKind } from './styles.ts'
import { type Attributes, unescapeText, type XmlHandlers } from './xml.ts'

/** What the cells of a sheet refer to. */
export interface SheetContext {
  strings: string[]
  styles: NumberKind[]
  is1904: boolean
}

/** Numbers of rows and columns that a sheet of Excel has. */
const MAX_ROWS = 1_048_576
const MAX_COLUMNS = 16_384
/** Maximum number of cells, those that are left out in front of others included. */
const MAX_CELLS = 100_000_000

/** A cell that is being read. */
interface Cell {
  column: number
  type: string
  style: number
  /** Undefined where the cell has no value. */
  value: string | undefined
  inline: string
  hasFormula: boolean
}

/** Handlers of a sheet's elements. Rows without a text are left out. */
export class SheetReader implements XmlHandlers {
  readonly #context: SheetContext
  readonly #rows: TableRow[] = []
  #line = 0
  #fields: string[] = []
  #column = 0
  #cell: Cell | null = null
  #isPhonetic = false
  #cells = 0

  constructor(context: SheetContext) {
    this.#context = context
  }

  /** Returns the rows since the last call. */
  take(): TableRow[] {
    return this.#rows.splice(0)
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'c') this.#cell = this.#newCell(attributes)
    else if (name === 'row') this.#openRow(attributes)
    else if (name === 'f' && this.#cell) this.#cell.hasFormula = true
    else if (name === 'rPh') this.#isPhonetic = true
  }

  close(name: string, text: string): void {
    if (name === 'c' && this.#cell) this.#closeCell(this.#cell)
    else if (name === 'v' && this.#cell) this.#cell.value = text
    else if (name === 't' && this.#cell && !this.#isPhonetic) this.#cell.inline += text
    else if (name === 'row') this.#closeRow()
    else if (name === 'rPh') this.#isPhonetic = false
  }

  #openRow({ r = '' }: Attributes): void {
    this.#line = r === '' ? this.#line + 1 : Number(r)
    if (!Number.isInteger(this.#line) || this.#line < 1 || this.#line > MAX_ROWS)
      throw new Error('the number of a row is out of bounds')
    this.#fields = []
    this.#column = 0
  }

  #closeRow(): void {
    this.#cells += this.#fields.length
    if (this.#cells > MAX_CELLS) throw new UnreadableFile('has more than 100,000,000 cells: delete columns')
    if (this.#fields.length > 0) this.#rows.push({ line: this.#line, fields: this.#fields })
  }

  #newCell({ r, t = 'n', s = '' }: Attributes): Cell {
    const column = r === undefined ? this.#column : columnOf(r)
    if (column >= MAX_COLUMNS) throw new Error('the number of a column is out of bounds')
    this.#column = column + 1
    return { column, type: t, style: Number(s), value: undefined, inline: '', hasFormula: false }
  }

  #closeCell(cell: Cell): void {
    const text = this.#textOf(cell)
    this.#cell = null
    if (text === '') return
    while (this.#fields.length < cell.column) this.#fields.push('')
    this.#fields[cell.column] = text
  }

  #textOf({ column, type, style, value, inline, hasFormula }: Cell): string {
    if (type === 'inlineStr') return unescapeText(inline)
    if (value === undefined) return hasFormula ? this.#refuse(column, NOT_CALCULATED) : ''
    if (type === 'e') return this.#refuse(column, FAILED, `${value}, `)
    if (type === 's') return this.#sharedString(value)
    if (type === 'str') return unescapeText(value)
    if (type === 'b') return /^(1|true)$/.test(value.trim()) ? 'TRUE' : 'FALSE'
    if (type === 'd') return isoDateText(value)
    return numberText(value, this.#context.styles[style] ?? 'number', this.#context.is1904)
  }

  #sharedString(index: string): string {
    if (index.trim() === '') return ''
    const text = this.#context.strings[Number(index)]
    if (text === undefined) throw new Error('a text that cells share is missing')
    return text
  }

  #refuse(column: number, message: string, error = ''): never {
    throw new UnreadableFile(message, `line ${this.#line}`, `${error}column ${letters(column)}`)
  }
}

const FAILED = 'has a formula with an error: correct it in the sheet'
const NOT_CALCULATED = 'has a formula without a stored value: open the workbook in a spreadsheet, and save it again'

/** Index of the column of a cell such as `AB12`. */
function columnOf(reference: string): number {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/i.exec(reference)?.[0].toUpperCase() ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64
  if (column === 0) throw new Error('a cell has no column')
  return column - 1
}

function letters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last
}

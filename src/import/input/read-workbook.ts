/** Excel workbooks as tables: the cells of one sheet as they are stored, row by row. */

import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { decimalText } from '../../shop-file/decimal-text.ts'
import { UnreadableFile } from './files.ts'
import type { TableRow } from './table-row.ts'

/** Maximum number of rows of a sheet, which is that of Excel. */
const MAX_ROWS = 1_048_576

/** Errors that a formula leaves in its cell. */
const ERROR = /^#(?:DIV\/0!|N\/A|NAME\?|NULL!|NUM!|REF!|VALUE!)$/

/**
 * Yields the rows of a sheet; formulas have their stored values. The number of a row is that in the sheet.
 * @param sheet name or number from 1; the first sheet where undefined
 * @param onBytes called with the number of bytes read
 * @throws UnreadableFile where the workbook is broken, has a password or no such sheet
 */
export async function* readWorkbook(
  path: string,
  sheet: string | undefined,
  onBytes: (count: number) => void,
): AsyncGenerator<TableRow> {
  const stream = createReadStream(path)
  stream.on('data', chunk => onBytes(chunk.length))
  try {
    // Most imports have no workbook.
    const { streamXlsxRows } = await import('hucre/xlsx')
    const options = { maxRows: MAX_ROWS, ...(sheet !== undefined && { sheet: sheetOf(sheet) }) }
    for await (const { index, values } of streamXlsxRows(
      Readable.toWeb(stream) as ReadableStream<Uint8Array>,
      options,
    )) {
      const line = index + 1
      yield { line, fields: values.map(value => cellText(value, line)) }
    }
  } catch (error) {
    throw isOfReading(error) ? error : explain(error)
  } finally {
    stream.destroy()
  }
}

/** Returns the names of the sheets of a workbook. @throws UnreadableFile where it is broken or has a password */
export async function sheetNames(path: string): Promise<string[]> {
  const names: string[] = []
  const { readXlsx } = await import('hucre/xlsx')
  const note = ({ name }: { name: string }) => {
    names.push(name)
    return false
  }
  try {
    await readXlsx(await readFile(path), { sheets: note })
  } catch (error) {
    throw isOfReading(error) ? error : explain(error)
  }
  return names
}

function sheetOf(sheet: string): string | number {
  return /^[1-9]\d{0,3}$/.test(sheet) ? Number(sheet) - 1 : sheet
}

/** Whether an error is of the file system, or reported already. */
function isOfReading(error: unknown): boolean {
  return error instanceof UnreadableFile || (error instanceof Error && 'syscall' in error)
}

function explain(error: unknown): UnreadableFile {
  const reason = error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
  return new UnreadableFile(`is a workbook that cannot be read: ${reason}; save it again as .xlsx, or as "CSV UTF-8"`)
}

/** The text of a cell: a number without an exponent, a date as `2026-01-31` or `2026-01-31 14:00:00`, `TRUE` and `FALSE`. */
function cellText(value: unknown, line: number): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (value instanceof Date) return dateText(value)
  const text = String(value)
  if (ERROR.test(text))
    throw new UnreadableFile(`has a formula with the error ${text}: correct it in the sheet`, `line ${line}`)
  return text
}

/** Numbers have 15 digits in a workbook: what is behind them is noise of their binary form. */
function numberText(value: number): string {
  if (!Number.isFinite(value)) return ''
  return decimalText(Number(value.toPrecision(15)))
}

function dateText(value: Date): string {
  const [date = '', time = ''] = value.toISOString().split('T')
  const clock = time.slice(0, 8)
  return clock === '00:00:00' ? date : `${date} ${clock}`
}

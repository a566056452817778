/** Excel workbooks as tables: the cells of one sheet as they are stored, row by row. */

import { quote } from '../../shop-file/findings.ts'
import { MEGABYTE } from '../../units.ts'
import { UnreadableFile } from './files.ts'
import type { TableRow } from './table-row.ts'
import { Archive } from './workbook/archive.ts'
import { readBook, type Sheet } from './workbook/book.ts'
import { readSharedStrings } from './workbook/shared-strings.ts'
import { SheetReader } from './workbook/sheet.ts'
import { readStyles } from './workbook/styles.ts'
import { XmlReader } from './workbook/xml.ts'

/** Maximum size of a sheet when it is unpacked: a million rows of ten cells have 500 MB. */
const MAX_SHEET_BYTES = 1_024 * MEGABYTE
/** Maximum number of sheets that a message names. */
const SHEETS_SHOWN = 20

const BROKEN = 'is a workbook that is broken or cut off: save it again as .xlsx, or as "CSV UTF-8"'

/**
 * Yields the rows of a sheet that have a text; formulas have their stored values. The number of a row is that in the sheet.
 * @param sheet name or number from 1; the first that is not hidden where undefined
 * @param onBytes called with the numbers of bytes read
 * @throws UnreadableFile where the workbook is broken, unpacks to too much, or has no such sheet
 */
export async function* readWorkbook(
  path: string,
  sheet: string | undefined,
  onBytes: (count: number) => void,
): AsyncGenerator<TableRow> {
  try {
    await using archive = await Archive.open(path)
    const { sheets, strings, styles, is1904 } = await readBook(archive)
    const { part } = sheetOf(sheets, sheet)
    const reader = new SheetReader({
      strings: await readSharedStrings(archive, strings),
      styles: await readStyles(archive, styles),
      is1904,
    })
    const xml = new XmlReader(reader)
    for await (const text of archive.textOf(part, MAX_SHEET_BYTES, onBytes)) {
      xml.write(text)
      yield* reader.take()
    }
    xml.end()
  } catch (error) {
    throw isOfReading(error) ? error : new UnreadableFile(BROKEN)
  }
}

/**
 * Reads the names of the sheets that are not hidden: the first twenty.
 * @throws UnreadableFile where the workbook is broken
 */
export async function readSheetNames(path: string): Promise<string[]> {
  try {
    await using archive = await Archive.open(path)
    const { sheets } = await readBook(archive)
    return sheets.flatMap(({ name, isHidden }) => (isHidden ? [] : name)).slice(0, SHEETS_SHOWN)
  } catch (error) {
    throw isOfReading(error) ? error : new UnreadableFile(BROKEN)
  }
}

/** The sheet of a name, else of a number. */
function sheetOf(sheets: Sheet[], wanted: string | undefined): Sheet {
  const visible = sheets.find(({ isHidden }) => !isHidden) ?? sheets[0]
  const found =
    wanted === undefined ? visible : (sheets.find(({ name }) => name === wanted) ?? sheets[Number(wanted) - 1])
  if (found) return found
  const names = sheets.slice(0, SHEETS_SHOWN).map(({ name }) => quote(name))
  if (wanted === undefined) throw new UnreadableFile('is a workbook without a sheet of cells')
  throw new UnreadableFile(
    `has no sheet ${quote(wanted)}: choose one by --sheet, over HTTP by ?sheet=, of ${names.join(', ')}`,
  )
}

/** Whether an error is of the file system, or reported already. */
function isOfReading(error: unknown): boolean {
  return error instanceof UnreadableFile || (error instanceof Error && 'syscall' in error)
}

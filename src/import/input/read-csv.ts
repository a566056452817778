/** CSV reader: yields one row at a time, with the number of its first line. */

import { CsvError, type Parser, parse } from 'csv-parse'
import { MEGABYTE } from '../../units.ts'
import type { TableRow } from './table-row.ts'

/** The quoting of a row is not valid, so that the following rows cannot be read. */
export class BrokenCsv extends Error {
  readonly line: number

  constructor(message: string, line: number) {
    super(message)
    this.name = 'BrokenCsv'
    this.line = line
  }
}

/** Maximum size of one row, which bounds the memory when a quotation mark is not closed. */
const MAX_ROW_BYTES = 8 * MEGABYTE

const explanations: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark in this row is not closed',
  CSV_INVALID_CLOSING_QUOTE: 'text follows a closing quotation mark; inside quotes a quotation mark is written twice',
  INVALID_OPENING_QUOTE: 'a quotation mark stands inside a field that does not begin with one',
  CSV_MAX_RECORD_SIZE: 'the row is longer than 8 MB; perhaps a quotation mark never closes',
}

/**
 * Yields the rows of a CSV file, the header first. Empty lines are left out.
 * @throws BrokenCsv after the rows before the broken one
 */
export async function* readCsv(bytes: AsyncIterable<Uint8Array>, delimiter: string): AsyncGenerator<TableRow> {
  const parser = new RowParser(delimiter)
  for await (const chunk of bytes) {
    const failure = await parser.parse(chunk)
    yield* parser.take()
    if (failure) throw failure
  }
  const failure = await parser.end()
  yield* parser.take()
  if (failure) throw failure
}

/** Runs the parser chunk by chunk: as a stream, it drops the rows in its buffer when a row is broken. */
class RowParser {
  readonly #parser: Parser
  readonly #rows: TableRow[] = []
  #line = 1
  #emptyLines = 0

  constructor(delimiter: string) {
    this.#parser = parse({
      delimiter,
      // In one file, the program that wrote it and the editor that changed it may end lines differently.
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: MAX_ROW_BYTES,
      on_record: (record: string[], info) => this.#add(record, info.empty_lines),
    })
    // The callbacks of `write` and `end` report the errors.
    this.#parser.on('error', () => {}).resume()
  }

  /** Resolves to the error, or to undefined. */
  async parse(chunk: Uint8Array): Promise<BrokenCsv | undefined> {
    return this.#explain(await new Promise(resolve => this.#parser.write(chunk, resolve)))
  }

  async end(): Promise<BrokenCsv | undefined> {
    return this.#explain(await new Promise(resolve => this.#parser.end(resolve)))
  }

  /** Returns the rows read since the last call. */
  take(): TableRow[] {
    return this.#rows.splice(0)
  }

  /** Counts lines itself, because the parser counts a CRLF inside quotes twice. */
  #add(fields: string[], emptyLines: number): null {
    this.#line += emptyLines - this.#emptyLines
    this.#emptyLines = emptyLines
    this.#rows.push({ line: this.#line, fields })
    this.#line += 1 + fields.reduce((sum, field) => sum + lineBreaks(field), 0)
    return null
  }

  #explain(error: Error | null | undefined): BrokenCsv | undefined {
    if (!error) return undefined
    const emptyLines = error instanceof CsvError ? Number(error.empty_lines ?? this.#emptyLines) : this.#emptyLines
    const message = error instanceof CsvError ? explanations[error.code] : undefined
    return new BrokenCsv(message ?? error.message, this.#line + emptyLines - this.#emptyLines)
  }
}

function lineBreaks(field: string): number {
  if (!field.includes('\n') && !field.includes('\r')) return 0
  let count = 0
  for (const _ of field.matchAll(/\r\n|\n|\r/g)) count++
  return count
}

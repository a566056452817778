/** `sepet export`: writes what the shop holds as CSV, row by row, to stdout or into a new file. */

import { type FileHandle, open, rm } from 'node:fs/promises'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify'
import { type CustomerDocument, presentCustomer } from '../customers/customer.document.ts'
import { findAllCustomers } from '../customers/customer-pages.store.ts'
import { exportColumns } from '../customers/export-columns.ts'
import { escapeFormula } from '../customers/formula-text.ts'
import type { Queries } from '../db/database.ts'
import { CommandError } from './command-error.ts'

/**
 * Writes all customers, with a header, as an import reads them.
 * @param output the file to create; without it they go to stdout
 * @throws CommandError when the file is there already, or cannot be created
 */
export async function exportCustomers(
  database: Queries,
  { output }: { output?: string },
  stdout: Writable,
): Promise<void> {
  if (output !== undefined) await writeNewFile(output, file => writeCustomers(database, file))
  else await untilReaderLeaves(writeCustomers(database, stdout, { end: false }))
}

async function writeCustomers(database: Queries, target: Writable, options?: { end: boolean }): Promise<void> {
  const csv = stringify({ header: true, columns: exportColumns, cast: { string: escapeFormula, boolean: String } })
  await pipeline(Readable.from(describeCustomers(database)), csv, target, options ?? {})
}

async function* describeCustomers(database: Queries): AsyncGenerator<CustomerDocument> {
  for await (const customer of findAllCustomers(database)) yield presentCustomer(customer)
}

/** Half a file is removed: it would look like a whole one. */
async function writeNewFile(path: string, write: (file: Writable) => Promise<void>): Promise<void> {
  const file = await createFile(path)
  try {
    await write(file.createWriteStream())
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/** Readable by this user only: it is about people. */
async function createFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600)
  } catch (error) {
    throw new CommandError(`${path} ${explain(error)}`)
  }
}

const explanations: Record<string, string> = {
  EEXIST: 'is there already: nothing was exported',
  ENOENT: 'cannot be created: there is no such folder',
  EACCES: 'cannot be created: permission denied',
}

function explain(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return explanations[code] ?? `cannot be created: ${error instanceof Error ? error.message : String(error)}`
}

/** `sepet export customers | head` has read enough. */
async function untilReaderLeaves(writing: Promise<void>): Promise<void> {
  try {
    await writing
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error
  }
}

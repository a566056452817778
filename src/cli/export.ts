/** `sepet export customers`: writes all customers as CSV, row by row, to standard output or to a new file. */

import { createWriteStream, openSync, rmSync } from 'node:fs'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify'
import { type CustomerDocument, presentCustomer } from '../customers/customer.document.ts'
import { findAllCustomers } from '../customers/find-all-customers.store.ts'
import { escapeFormula } from '../customers/formula-text.ts'
import type { Queries } from '../db/database.ts'
import { fieldNames } from '../model/customer-fields.ts'
import { ignoreClosedPipe } from './closed-pipe.ts'
import { CommandError } from './command-error.ts'
import { fileExists } from './new-file.ts'
import { explainSystemError } from './system-error.ts'
import { withSignalCleanUp } from './with-signal-clean-up.ts'

/** Columns by the names of the API's fields, as an import reads them. */
const COLUMNS = ['id', 'email', ...fieldNames, 'createdAt', 'updatedAt'] satisfies (keyof CustomerDocument)[]

/**
 * Writes all customers, with a header, in the format that an import reads.
 * @param output path of the file to create; without it rows go to standard output
 * @throws CommandError when the file exists, or cannot be created
 */
export async function exportCustomers(
  database: Queries,
  { output }: { output?: string },
  stdout: Writable,
): Promise<void> {
  if (output !== undefined) await writeNewFile(output, file => writeCustomers(database, file))
  else await ignoreClosedPipe(writeCustomers(database, stdout, { end: false }))
}

async function writeCustomers(database: Queries, target: Writable, options?: { end: boolean }): Promise<void> {
  const csv = stringify({ header: true, columns: COLUMNS, cast: { string: escapeFormula, boolean: String } })
  await pipeline(Readable.from(describeCustomers(database)), csv, target, options ?? {})
}

async function* describeCustomers(database: Queries): AsyncGenerator<CustomerDocument> {
  for await (const customer of findAllCustomers(database)) yield presentCustomer(customer)
}

/** Removes the file when writing fails: half a file looks complete. */
async function writeNewFile(path: string, write: (file: Writable) => Promise<void>): Promise<void> {
  let isOurs = false
  const remove = () => {
    if (isOurs) rmSync(path, { force: true })
  }
  try {
    await withSignalCleanUp(remove, () => {
      const fd = createFile(path)
      isOurs = true
      return write(createWriteStream(path, { fd }))
    })
  } catch (error) {
    remove()
    throw error
  }
}

/** Creates a file that only this user can read, since it holds personal data. @returns its descriptor */
function createFile(path: string): number {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw fileExists(path)
    throw new CommandError(`${path} cannot be created: ${explainSystemError(error)}.`)
  }
}

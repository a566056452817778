/** Reads a customer list: CSV with a row per customer, its columns named like the members of a customer record. */

import Type, { type Static } from 'typebox'
import { CustomerRecord } from '../../../customers/customer.schema.ts'
import { type CustomerDetails, toCustomerDetails } from '../../../customers/customer.ts'
import { escapePointer } from '../../../schema/check.ts'
import type { FileChecks } from '../../checks.ts'
import { decoder } from '../../decode-record.ts'
import { belowHeader } from '../../input/csv-table.ts'
import { columnName } from '../../input/detect-format.ts'
import type { CsvRow } from '../../input/read-csv.ts'
import type { Imported, ImportedCustomer } from '../../records.ts'
import { checkCustomer } from '../shop-file/shop-file-checks.ts'
import { readCell } from './customer-cells.ts'
import { type CustomerField, fieldOf, isKnownColumn } from './customer-columns.ts'

/** A row may leave out everything: without id it is a new customer, and a stored one keeps what it does not say. */
const CustomerRow = Type.Partial(CustomerRecord)

/** An empty cell is null, and never wrong. */
const decode = decoder(CustomerRow, checkCustomer, toListedCustomer, rule => rule.replace(/^null or /, ''))

interface Column {
  member: CustomerField
  index: number
}

/** The customers of a list. Those without id are given one when they are written. */
export async function* readCustomerList(rows: AsyncIterable<CsvRow>, checks: FileChecks): AsyncGenerator<Imported> {
  let columns: Column[] = []
  const readHeader = (header: CsvRow) => {
    columns = readColumns(header, checks)
  }
  for await (const { line, fields } of belowHeader(rows, checks, readHeader)) {
    const at = `line ${line}`
    if (fields.every(cell => cell.trim() === '')) checks.warning(at, 'has only empty cells: ignored')
    else {
      const record = decode(toMembers(fields, columns), `${at} `, checks)
      if (record) yield { section: 'customers', record, at }
    }
  }
}

/** The columns to read. One that stands twice is reported and not read, since nobody knows which is meant. */
function readColumns({ line, fields }: CsvRow, checks: FileChecks): Column[] {
  const columns = new Map<CustomerField, Column>()
  const doubled = new Set<CustomerField>()
  for (const [index, cell] of fields.entries()) {
    const member = fieldOf(columnName(cell))
    if (member && columns.has(member)) doubled.add(member)
    else if (member) columns.set(member, { member, index })
    else if (!isKnownColumn(columnName(cell))) warnOfColumn(cell.trim(), `line ${line}`, checks)
  }
  for (const member of doubled) checks.problem(`line ${line} /${member}`, 'stands twice in the header')
  return [...columns.values()].filter(({ member }) => !doubled.has(member))
}

function warnOfColumn(name: string, at: string, checks: FileChecks): void {
  if (name === '') checks.warning(at, 'has a column without a name: ignored')
  else checks.warning(`${at} /${escapePointer(name)}`, 'is not a known member: ignored')
}

function toMembers(cells: string[], columns: Column[]): Record<string, unknown> {
  const members = columns.map(({ member, index }) => [member, readCell(member, cells[index] ?? '')] as const)
  return Object.fromEntries(members.filter(([, value]) => value !== undefined))
}

function toListedCustomer({ id, ...row }: Static<typeof CustomerRow>): ImportedCustomer {
  const details = toCustomerDetails(row)
  const kept = (Object.keys(details) as (keyof CustomerDetails)[]).filter(member => row[member] === undefined)
  return { id: id ?? null, ...details, kept }
}

/** Customer list: a CSV file with one row per customer, its columns named like the fields of the API. */

import Type, { type Static } from 'typebox'
import { CustomerRecord } from '../../../customers/customer.schema.ts'
import { type CustomerDetails, toCustomerDetails } from '../../../customers/customer.ts'
import { escapePointer } from '../../../schema/check.ts'
import { UNKNOWN_FIELD } from '../../../schema/warnings.ts'
import type { FileChecks } from '../../../shop-file/checks-interface.ts'
import { createDecoder } from '../../../shop-file/decode-record.ts'
import type { Imported, ImportedCustomer } from '../../../shop-file/imported-records.ts'
import { checkCustomer } from '../../../shop-file/record-rules.ts'
import { columnName } from '../../input/column-name.ts'
import { belowHeader } from '../../input/fields-of-rows.ts'
import type { TableRow } from '../../input/table-row.ts'
import type { TableSystem } from '../../table-system.ts'
import { readCell } from './customer-cells.ts'
import { fieldOf, isCustomerList, isKnownColumn, type ListedField } from './customer-columns.ts'

/** Every field is optional: a row without an id is a new customer, and a stored customer keeps the fields that the row leaves out. */
const CustomerRow = Type.Partial(CustomerRecord)

/** Problems do not mention null: an empty cell is null, which is valid where the schema allows it. */
const decode = createDecoder(CustomerRow, checkCustomer, toListedCustomer, rule => rule.replace(/^null or /, ''))

interface Column {
  field: ListedField
  index: number
}

/** A customer list with the names of the API's fields. */
export const customerList: TableSystem = {
  format: 'customer list',
  recognises: isCustomerList,
  read: (rows, { checks }) => readCustomerList(rows, checks),
}

/** Customers of a list. Customers without an id get one when they are written. */
export async function* readCustomerList(rows: AsyncIterable<TableRow>, checks: FileChecks): AsyncGenerator<Imported> {
  let columns: Column[] = []
  const readHeader = (header: TableRow) => {
    columns = readColumns(header, checks)
  }
  for await (const { line, fields } of belowHeader(rows, checks, readHeader)) {
    const at = `line ${line}`
    if (fields.every(cell => cell.trim() === '')) checks.warning(at, 'has only empty cells: ignored')
    else {
      const record = decode(toFields(fields, columns), `${at} `, checks)
      if (record) yield { section: 'customers', record, at }
    }
  }
}

/** Columns to read. A column that occurs twice is a problem, and is not read. */
function readColumns({ line, fields }: TableRow, checks: FileChecks): Column[] {
  const columns = new Map<ListedField, Column>()
  const repeated = new Set<ListedField>()
  for (const [index, cell] of fields.entries()) {
    const field = fieldOf(columnName(cell))
    if (field && columns.has(field)) repeated.add(field)
    else if (field) columns.set(field, { field, index })
    else if (!isKnownColumn(columnName(cell))) warnOfColumn(cell.trim(), `line ${line}`, checks)
  }
  for (const field of repeated) checks.problem(`line ${line} /${field}`, 'is repeated in the header')
  return [...columns.values()].filter(({ field }) => !repeated.has(field))
}

function warnOfColumn(name: string, at: string, checks: FileChecks): void {
  if (name === '') checks.warning(at, 'has a column without a name: ignored')
  else checks.warning(`${at} /${escapePointer(name)}`, UNKNOWN_FIELD)
}

function toFields(cells: string[], columns: Column[]): Record<string, unknown> {
  const values = columns.map(({ field, index }) => [field, readCell(field, cells[index] ?? '')] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

function toListedCustomer({ id, ...row }: Static<typeof CustomerRow>): ImportedCustomer {
  const details = toCustomerDetails(row)
  const kept = (Object.keys(details) as (keyof CustomerDetails)[]).filter(field => row[field] === undefined)
  return { id: id ?? null, ...details, kept, byEmail: true, sourceNumber: null }
}

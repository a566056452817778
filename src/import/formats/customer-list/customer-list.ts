/** Customer list: a CSV file with one row per customer, its columns named like the fields of the API. */

import Type, { type Static } from 'typebox'
import { CustomerRecord } from '../../../customers/customer.schema.ts'
import { type CustomerDetails, toCustomerDetails } from '../../../customers/customer.ts'
import type { FileChecks } from '../../../shop-file/checks-interface.ts'
import { createDecoder } from '../../../shop-file/decode-record.ts'
import type { Imported, ImportedCustomer } from '../../../shop-file/imported-records.ts'
import { checkCustomer } from '../../../shop-file/record-rules.ts'
import { type FieldColumn, readFieldColumns } from '../../input/field-columns.ts'
import { belowHeader } from '../../input/fields-of-rows.ts'
import type { TableRow } from '../../input/table-row.ts'
import type { TableSystem } from '../../table-system.ts'
import { readCell } from './customer-cells.ts'
import { fieldOf, isCustomerList, isKnownColumn, type ListedField } from './customer-columns.ts'

/** Every field is optional: a row without an id is a new customer, and a stored customer keeps the fields that the row leaves out. */
const CustomerRow = Type.Partial(CustomerRecord)

/** Problems do not mention null: an empty cell is null, which is valid where the schema allows it. */
const decode = createDecoder(CustomerRow, checkCustomer, toListedCustomer, rule => rule.replace(/^null or /, ''))

/** A customer list with the names of the API's fields. */
export const customerList: TableSystem = {
  format: 'customer list',
  recognises: isCustomerList,
  read: (rows, { checks }) => readCustomerList(rows, checks),
}

/** Customers of a list. Customers without an id get one when they are written. */
export async function* readCustomerList(rows: AsyncIterable<TableRow>, checks: FileChecks): AsyncGenerator<Imported> {
  let columns: FieldColumn<ListedField>[] = []
  const readHeader = (header: TableRow) => {
    columns = readFieldColumns(header, { fieldOf, isIgnored: isKnownColumn }, checks)
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

function toFields(cells: string[], columns: FieldColumn<ListedField>[]): Record<string, unknown> {
  const values = columns.map(({ field, index }) => [field, readCell(field, cells[index] ?? '')] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

function toListedCustomer({ id, ...row }: Static<typeof CustomerRow>): ImportedCustomer {
  const details = toCustomerDetails(row)
  const kept = (Object.keys(details) as (keyof CustomerDetails)[]).filter(field => row[field] === undefined)
  return { id: id ?? null, ...details, kept, byEmail: true, sourceNumber: null }
}

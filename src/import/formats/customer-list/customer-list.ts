/** Customer lists: one row per customer, with the columns of another system, or named like the fields of the API. */

import Type, { type Static } from 'typebox'
import { CustomerRecord } from '../../../customers/customer.schema.ts'
import { type CustomerDetails, toCustomerDetails } from '../../../customers/customer.ts'
import { isLongerThan, isStorable } from '../../../schema/fields.ts'
import type { FileChecks } from '../../../shop-file/checks-interface.ts'
import { createDecoder } from '../../../shop-file/decode-record.ts'
import type { Imported, ImportedCustomer } from '../../../shop-file/imported-records.ts'
import { checkCustomer } from '../../../shop-file/record-rules.ts'
import { columnName } from '../../input/column-name.ts'
import { type FieldColumn, readFieldColumns } from '../../input/field-columns.ts'
import { belowHeader } from '../../input/fields-of-rows.ts'
import type { TableRow } from '../../input/table-row.ts'
import type { TableSystem } from '../../table-system.ts'
import { type CustomerCells, readCustomerCells } from './customer-cells.ts'
import { columnOf, isCustomerList, isIgnoredColumn, lacksKey } from './customer-columns.ts'
import { type CustomerColumn, type CustomerTable, customerTables } from './customer-tables.ts'

/** Every field is optional: a row without an id is a new customer, and a stored customer keeps the fields that the row leaves out. */
const CustomerRow = Type.Partial(CustomerRecord)

/** Problems do not mention null: an empty cell is null, which is valid where the schema allows it. */
const decode = createDecoder(CustomerRow, checkCustomer, toListedCustomer, rule => rule.replace(/^null or /, ''))

/** Maximum length of a customer's number in another system, in characters. */
const MAX_SOURCE_NUMBER = 255

const UNREAD_ORDERS = 'has a number of orders that is no whole number: it is left out'

type Column = FieldColumn<CustomerColumn>

/** A customer list with the names of the API's fields, or with usual words for them. */
export const customerList: TableSystem = {
  format: 'customer list',
  recognises: isCustomerList,
  lacks: lacksKey,
  read: (rows, { checks }) =>
    readCustomers(rows, checks, header =>
      readFieldColumns(header, { fieldOf: columnOf, isIgnored: isIgnoredColumn }, checks),
    ),
}

/** The lists of other systems. */
export const systemCustomers: readonly TableSystem[] = customerTables.map(table => ({
  format: table.format,
  recognises: header => table.signatures.some(names => names.every(name => header.has(name))),
  read: (rows, { checks }) => readCustomers(rows, checks, header => readColumns(header, table)),
}))

/** Customers of a list. Customers without an id get one when they are written. */
async function* readCustomers(
  rows: AsyncIterable<TableRow>,
  checks: FileChecks,
  columnsOf: (header: TableRow) => Column[],
): AsyncGenerator<Imported> {
  let columns: Column[] = []
  const readHeader = (header: TableRow) => {
    columns = columnsOf(header)
  }
  for await (const { line, fields } of belowHeader(rows, readHeader)) {
    const at = `line ${line}`
    const cells = readCustomerCells(columns.map(({ field, index }) => [field, fields[index] ?? '']))
    const record = isNamed(cells, at, checks) ? decode(cells.fields, `${at} `, checks) : null
    if (!record) continue
    if (cells.unreadOrders !== undefined) checks.warning(at, UNREAD_ORDERS, cells.unreadOrders)
    const { sourceNumber, keepsBan } = cells
    yield { section: 'customers', record: { ...record, sourceNumber, keepsBan }, at }
  }
}

/** Whether a row has something by which its customer is found again. */
function isNamed({ fields, sourceNumber }: CustomerCells, at: string, checks: FileChecks): boolean {
  const { id, email, externalId, name, surname } = fields
  if (sourceNumber !== null && (isLongerThan(sourceNumber, MAX_SOURCE_NUMBER) || !isStorable(sourceNumber))) {
    checks.problem(at, `has a customer number of more than ${MAX_SOURCE_NUMBER} characters`, sourceNumber)
    return false
  }
  if (id === undefined && !email && !externalId) {
    const called = [name, surname].filter(each => typeof each === 'string').join(' ')
    checks.skip(
      at,
      'has no email, by which the customer would be found again: add one, or a column id or externalId',
      called,
    )
    return false
  }
  if (sourceNumber !== null)
    checks.unique('external ids', sourceNumber, at, 'repeats the customer number of a row above: delete one of both')
  return true
}

/** Columns of a system's list; several of one field are read in their order. */
function readColumns({ fields }: TableRow, { columns }: CustomerTable): Column[] {
  return fields.flatMap((cell, index) => {
    const name = columnName(cell)
    const field = Object.hasOwn(columns, name) ? columns[name] : undefined
    return field === undefined ? [] : [{ field, index }]
  })
}

function toListedCustomer({ id, ...row }: Static<typeof CustomerRow>): ImportedCustomer {
  const details = toCustomerDetails(row)
  const kept = (Object.keys(details) as (keyof CustomerDetails)[]).filter(field => row[field] === undefined)
  return { id: id ?? null, ...details, kept, byEmail: true, sourceNumber: null, keepsBan: false }
}

/**
 * The fields of a customer (specification 2.9). Columns, documents, request bodies, and the CSV columns of import and export derive from
 * this map: a new field takes one entry here and one migration that adds its column.
 */

import Type, { type Static } from 'typebox'
import { ExternalId } from '../schema/external-id.ts'
import { flag, Id, nullable, oneOf, text } from '../schema/fields.ts'

function textField(maxLength: number) {
  return { input: nullable(text(maxLength)), output: nullable(Type.String()), initial: null, cell: 'text' } as const
}

const flagField = { input: flag, output: Type.Boolean(), initial: false, cell: 'flag' } as const
const status = oneOf('active', 'inactive', 'banned')
const groupId = nullable(Id())
const MAX_COUNT = Number.MAX_SAFE_INTEGER
const count = Type.Integer({ minimum: 0, maximum: MAX_COUNT, description: 'an integer of at least 0' })

/**
 * Per field: `input`, the schema of request bodies and imports; `output`, the schema of responses; `initial`, the value of a new customer
 * that leaves the field out; `cell`, how a CSV cell is read. The email and the fields that Sepet sets (`id`, `completedOrders`,
 * `createdAt`, `updatedAt`) have rules of their own and are not listed.
 */
export const customerFields = {
  externalId: { input: nullable(ExternalId), output: nullable(Type.String()), initial: null, cell: 'text' },
  name: textField(255),
  surname: textField(255),
  company: textField(255),
  customerGroupId: { input: groupId, output: groupId, initial: null, cell: 'integer' },
  mobilePhone: textField(255),
  businessPhone: textField(255),
  countryCode: textField(255),
  cityCode: textField(255),
  address: textField(1000),
  status: { input: status, output: status, initial: 'active', cell: 'word' },
  dealer: flagField,
  freeCargo: flagField,
  emailNotification: flagField,
  smsNotification: flagField,
  phoneCallNotification: flagField,
  /** Orders elsewhere. */
  orderCount: { input: count, output: Type.Integer(), initial: 0, cell: 'integer' },
} as const

type Fields = typeof customerFields

/** Name of a field. */
export type CustomerField = keyof Fields

/** Values of the fields, as JSON has them. */
export type CustomerValues = { -readonly [F in CustomerField]: Static<Fields[F]['output']> }

/** Values of the fields, as the table has them: flags are 0 and 1. */
export type CustomerColumns = {
  -readonly [F in CustomerField as SnakeCase<F>]: CustomerValues[F] extends boolean ? 0 | 1 : CustomerValues[F]
}

type SnakeCase<S extends string> = S extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Tail>}`
  : S

/** Names of the fields, in the order of documents and files. */
export const fieldNames = Object.keys(customerFields) as CustomerField[]

/** Column of a field: `customerGroupId` is `customer_group_id`. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, capital => `_${capital.toLowerCase()}`)
}

/** Names of the columns, in the order of the fields. */
export const columnNames = fieldNames.map(columnOf) as (keyof CustomerColumns)[]

/** The input schemas of all fields, each wrapped by a function such as `Type.Optional`, as properties of an object schema. */
export function propertiesOf<K extends 'input' | 'output'>(kind: K): { -readonly [F in CustomerField]: Fields[F][K] } {
  const entries = fieldNames.map(name => [name, customerFields[name][kind]])
  return Object.fromEntries(entries)
}

/** What the search finds: operations, error codes, schemas, and fields of parameters, bodies, responses and schemas. */

import { refusalCodes, statusOf, titleOf } from '../../../errors.ts'
import { errorAddress, operationAddress, schemaAddress } from '../addresses.ts'
import type { Content, Endpoint, Schema } from '../api.ts'
import { errorGuide } from '../error-guide.ts'
import type { Reference } from '../reference.ts'
import { rowsOf } from '../schema.ts'

/** The kinds of entries, in the order in which equally good ones are listed. */
export const KINDS = ['Operation', 'Error', 'Schema', 'Field'] as const

/** Something that the search finds. */
export interface Entry {
  kind: (typeof KINDS)[number]
  /** What the reader looks for: a summary, a code, or the name of a schema or field. */
  name: string
  /** Where it belongs, such as `POST /cart-items`. */
  place: string
  /** Further text that is searched. */
  about: string
  address: string
}

/** Returns all entries of a reference. */
export function entriesOf({ api, subjects }: Reference): Entry[] {
  const endpoints = subjects.flatMap(subject => subject.endpoints)
  return [
    ...endpoints.map(operationEntry),
    ...refusalCodes.map(errorEntry),
    // Of equally good fields, those that a request sends come first.
    ...endpoints.flatMap(fieldEntries),
    ...Object.entries(api.components.schemas).flatMap(schemaEntries),
  ]
}

function operationEntry(endpoint: Endpoint): Entry {
  const { summary, method, path, operationId } = endpoint
  return {
    kind: 'Operation',
    name: summary,
    place: `${method} ${path}`,
    about: operationId,
    address: operationAddress(endpoint),
  }
}

function errorEntry(code: (typeof refusalCodes)[number]): Entry {
  const { cause } = errorGuide[code]
  const place = `${statusOf({ code })} ${titleOf(code)}`
  return { kind: 'Error', name: code, place, about: cause, address: errorAddress(code) }
}

function schemaEntries([name, schema]: [string, Schema]): Entry[] {
  const address = schemaAddress(name)
  const fields = fieldsOf(schema, { place: `in ${name}`, address })
  const place = fields.length === 1 ? '1 field' : `${fields.length} fields`
  return [{ kind: 'Schema', name, place, about: schema.description ?? '', address }, ...fields]
}

/** The parameters, and the fields of a body or response that has no name. */
function fieldEntries(endpoint: Endpoint): Entry[] {
  const address = operationAddress(endpoint)
  const { summary, parameters, requestBody, responses } = endpoint
  const contents = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)]
  return [
    ...parameters.map(({ name, in: part, description = '' }) => ({
      kind: 'Field' as const,
      name,
      place: `${part} of ${summary}`,
      about: description,
      address,
    })),
    ...contents.flatMap(each => fieldsOf(schemaOf(each), { place: `in ${summary}`, address })),
  ]
}

function schemaOf(content: Content = {}): Schema {
  return Object.values(content)[0]?.schema ?? {}
}

function fieldsOf(schema: Schema, where: Pick<Entry, 'place' | 'address'>): Entry[] {
  return rowsOf(schema).map(({ name, description = '' }) => ({ kind: 'Field', name, about: description, ...where }))
}

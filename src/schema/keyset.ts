/** Keyset lists: each page continues after the last row of the page before, so that rows that are added or deleted move no page. */

import Type, { type TSchema } from 'typebox'
import { nullable } from './fields.ts'
import { integer, type Parameter } from './list-query.ts'

/** Longest cursor: the keys of the lists are two numbers or texts. */
const MAX_CURSOR_LENGTH = 4_000

/** The key of a row: the values that the list is ordered by. */
export type Key = readonly (string | number)[]

/** The part of a list's query that all keyset lists have. */
export interface KeysetQuery {
  /** Rows of a page. */
  limit: number
  /** Key of the row that the page comes after; undefined for the first page. */
  after: Key | undefined
}

/** The parameter of the number of rows of a page. */
export const limit = integer({ maximum: 200, default: 50, description: 'rows a page, at most 200' })

/** The parameters of a keyset list. @param types the types of the key's values, in their order */
export function keyset(...types: ('number' | 'string')[]) {
  const after: Parameter<Key> = {
    schema: Type.String({
      minLength: 1,
      maxLength: MAX_CURSOR_LENGTH,
      description: 'continues after a page, by the text that `links.next` contains',
    }),
    rule: 'the one of links.next',
    read: text => decodeKey(text, types),
  }
  return { limit, after }
}

/** Creates the schema of a page. @param title name of the schema in the API description */
export function pageOf<Row extends TSchema>(row: Row, title: string) {
  return Type.Object(
    {
      data: Type.Array(row),
      meta: Type.Object({ limit: Type.Integer() }),
      links: Type.Object({ next: nullable(Type.String({ format: 'uri' })) }),
    },
    { title },
  )
}

/** A page to present. */
export interface Page<Row> {
  /** Up to `limit` rows, and one more where there is a next page. */
  rows: readonly Row[]
  limit: number
  /** Returns the key of a row. */
  keyOf: (row: Row) => Key
  /** Key after which the next page continues, where this one ends before its limit. */
  examinedTo?: Key | undefined
  /** URL of the list, without a query. */
  url: string
  /** Further parameters of the request, which the next page keeps. */
  parameters?: Readonly<Record<string, string>>
}

/** Presents a page: its rows, and the link to the next page. */
export function presentPage<Row, Document>(page: Page<Row>, present: (row: Row) => Document) {
  const { rows, limit, keyOf, examinedTo, url, parameters = {} } = page
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const key = rows.length > limit && last !== undefined ? keyOf(last) : examinedTo
  const next = key && encodeKey(key)
  const query = next && new URLSearchParams({ ...parameters, limit: String(limit), after: next })
  return { data: shown.map(present), meta: { limit }, links: { next: query ? `${url}?${query}` : null } }
}

/** Writes a key as a cursor, which clients return as it is. */
export function encodeKey(key: Key): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

/** Reads a cursor; undefined for a text that is no cursor of keys with values of these types. */
export function decodeKey(text: string, types: readonly ('number' | 'string')[]): Key | undefined {
  const key = text.length <= MAX_CURSOR_LENGTH ? parseKey(text) : undefined
  const isKey = Array.isArray(key) && key.length === types.length && types.every((type, at) => isValue(key[at], type))
  return isKey ? key : undefined
}

/** The database refuses other numbers, and PostgreSQL U+0000. */
function isValue(value: unknown, type: 'number' | 'string'): boolean {
  if (type === 'number') return Number.isSafeInteger(value)
  return typeof value === 'string' && !value.includes('\0') && value.isWellFormed()
}

function parseKey(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
}

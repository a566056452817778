/** The history: who changed what, from what to what. */

import type { Author } from '../model/author.ts'

/** The change of a field. A value that is not kept, such as one of a customer, is absent on both sides. */
export interface FieldChange {
  /** Its name in the documents of the API, with dots between levels, such as `discount` or `variants.1001.price`. */
  field: string
  from?: unknown
  to?: unknown
}

/** A change to record. */
export interface NewChange {
  /** `product:101`, `coupon:<folded code>`, `campaign:7`, `customer:5`, `checkout:W-1` or `shop`. */
  target: string
  /** Milliseconds since the epoch. */
  at: number
  author: Author
  changes: readonly FieldChange[]
}

/** A recorded change. */
export interface RecordedChange {
  id: number
  /** Milliseconds since the epoch. */
  at: number
  actor: string
  actorName: string | null
  via: Author['via']
  changes: FieldChange[]
}

/** The last changes of a record that are kept. */
export const KEPT_CHANGES = 100

/** Fields of one change; `REST` stands for further ones. */
const MAX_FIELDS = 100
/** The field that stands for those which a change has besides the first hundred. */
export const REST = '*'
/** Longest value that is kept as it is, in characters of its JSON. */
const MAX_VALUE_LENGTH = 1_000

/** Fields of a record by their names, in the order of its document. */
export type Fields = ReadonlyMap<string, unknown>

/** Returns the fields of a document: the members of its objects have names with dots, a list is one value. */
export function fieldsOf(document: object, prefix = ''): Map<string, unknown> {
  const fields = new Map<string, unknown>()
  for (const [name, value] of Object.entries(document)) {
    const field = prefix + name
    if (typeof value !== 'object' || value === null || Array.isArray(value)) fields.set(field, value)
    else for (const [inner, each] of fieldsOf(value, `${field}.`)) fields.set(inner, each)
  }
  return fields
}

/**
 * Returns the fields that differ. One that is absent on a side is null there, and empty lists and texts count as null.
 * @param unkept names of fields whose values are not kept
 */
export function changesBetween(before: Fields, after: Fields, unkept: ReadonlySet<string> = NONE): FieldChange[] {
  const changes: FieldChange[] = []
  for (const field of new Set([...after.keys(), ...before.keys()])) {
    const [from, to] = [before.get(field) ?? null, after.get(field) ?? null]
    if (isSame(from, to)) continue
    changes.push(unkept.has(field) ? { field } : { field, from: shortened(from), to: shortened(to) })
  }
  return changes
}

const NONE: ReadonlySet<string> = new Set()

function isSame(from: unknown, to: unknown): boolean {
  return from === to || (isEmpty(from) && isEmpty(to)) || JSON.stringify(from) === JSON.stringify(to)
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Returns what is kept of a value: of a long list the number of its entries, of a long text its beginning. */
function shortened(value: unknown): unknown {
  if (value === null || typeof value !== 'object') {
    const isLong = typeof value === 'string' && value.length > MAX_VALUE_LENGTH
    return isLong ? `${value.slice(0, MAX_VALUE_LENGTH).toWellFormed()}…` : value
  }
  if (JSON.stringify(value).length <= MAX_VALUE_LENGTH) return value
  return { count: Array.isArray(value) ? value.length : Object.keys(value).length }
}

/** Returns the fields of a change, of which the first hundred are kept. */
export function keptFields(changes: readonly FieldChange[]): readonly FieldChange[] {
  return changes.length > MAX_FIELDS ? [...changes.slice(0, MAX_FIELDS), { field: REST }] : changes
}

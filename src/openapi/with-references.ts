/** Components of the API description: defines each titled schema once under `components/schemas`, and refers to it by `$ref`. */

import { describedKeywordsOf } from '../schema/described.ts'

/** Keywords whose values are data, not schemas. */
const DATA = new Set(['enum', 'const', 'default', 'examples'])

interface Titled {
  title: string
  description?: string
}

/** A value in which titled schemas are references, and those schemas. */
export interface Referring<T> {
  value: T
  /** The schemas by title, in the order of the titles. */
  schemas: Record<string, unknown>
}

/**
 * Replaces each titled schema in a value by a reference, which keeps the description of its place.
 *
 * @param value any JSON value that contains schemas; it is not changed
 * @throws Error if two different schemas have the same title
 */
export function withReferences<T>(value: T): Referring<T> {
  const found = new Map<string, unknown>()
  const known = new Map<object, unknown>()

  function refer(each: unknown): unknown {
    if (Array.isArray(each)) return each.map(refer)
    if (typeof each !== 'object' || each === null) return each
    // Many routes share a schema object: each object is converted once.
    const seen = known.get(each)
    if (seen) return seen
    const copy = isTitled(each) ? referTo(each) : fieldsOf(each)
    known.set(each, copy)
    return copy
  }

  function fieldsOf(schema: object): Record<string, unknown> {
    const copy: Record<string, unknown> = {}
    for (const [name, field] of Object.entries(schema)) copy[name] = DATA.has(name) ? field : refer(field)
    return Object.assign(copy, describedKeywordsOf(schema))
  }

  function referTo(schema: Titled): object {
    const { title, description } = schema
    // The description belongs to the reference: it depends on where the schema is used.
    const { description: _, ...inner } = fieldsOf(schema)
    const other = found.get(title)
    if (other && JSON.stringify(other) !== JSON.stringify(inner))
      throw new Error(`Two schemas have the title ${title}.`)
    found.set(title, inner)
    return { $ref: `#/components/schemas/${title}`, ...(description !== undefined && { description }) }
  }

  const referring = refer(value) as T
  return { value: referring, schemas: Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1))) }
}

/** Whether the schema has a title. Under `properties`, a field named `title` is a schema and not text. */
function isTitled(value: object): value is Titled {
  return 'title' in value && typeof value.title === 'string'
}

/** Schemas with a title stand once in the API description, under that title, and are referred to elsewhere. */

const DATA = new Set(['enum', 'const', 'default', 'examples'])

interface Titled {
  title: string
  description?: string
}

/** A value with references for its titled schemas, and these by their titles. */
export interface Referring<T> {
  value: T
  schemas: Record<string, unknown>
}

/**
 * Replaces each titled schema by a reference, with the description of its place.
 * @throws Error when two different schemas share a title
 */
export function withReferences<T>(value: T): Referring<T> {
  const found = new Map<string, unknown>()
  const known = new Map<object, unknown>()

  function refer(each: unknown): unknown {
    if (Array.isArray(each)) return each.map(refer)
    if (typeof each !== 'object' || each === null) return each
    // The same schema stands at many routes.
    const seen = known.get(each)
    if (seen) return seen
    const copy = isTitled(each) ? referTo(each) : membersOf(each)
    known.set(each, copy)
    return copy
  }

  function membersOf(schema: object): Record<string, unknown> {
    const copy: Record<string, unknown> = {}
    for (const [name, member] of Object.entries(schema)) copy[name] = DATA.has(name) ? member : refer(member)
    return copy
  }

  function referTo(schema: Titled): object {
    const { title, description } = schema
    // A description says what the schema is for in its place.
    const { description: _, ...inner } = membersOf(schema)
    const other = found.get(title)
    if (other && JSON.stringify(other) !== JSON.stringify(inner))
      throw new Error(`Two schemas have the title ${title}.`)
    found.set(title, inner)
    return { $ref: `#/components/schemas/${title}`, ...(description !== undefined && { description }) }
  }

  const referring = refer(value) as T
  return { value: referring, schemas: Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1))) }
}

/** In a list of properties, one named `title` is a schema and not a text. */
function isTitled(value: object): value is Titled {
  return 'title' in value && typeof value.title === 'string'
}

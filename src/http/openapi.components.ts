/** Schemas with a title stand once in the API description, under that title, and are referred to elsewhere. */

const DATA = new Set(['enum', 'const', 'default', 'examples'])

interface Titled {
  title: string
  description?: string
}

/** A copy in which each titled schema is a reference to its component, with the description of this place. */
export function withReferences(value: unknown): unknown {
  return mapSchemas(value, ({ title, description }) => ({
    $ref: `#/components/schemas/${title}`,
    ...(description !== undefined && { description }),
  }))
}

/** The titled schemas within a value, by title. @throws Error when two different ones share a title */
export function componentsOf(value: unknown): Record<string, unknown> {
  const found = new Map<string, unknown>()
  mapSchemas(value, schema => {
    // A description says what the schema is for in its place.
    const members = Object.entries(schema).filter(([name]) => name !== 'description')
    const inner = Object.fromEntries(members.map(([name, member]) => [name, withReferences(member)]))
    const known = found.get(schema.title)
    if (known && JSON.stringify(known) !== JSON.stringify(inner))
      throw new Error(`Two schemas have the title ${schema.title}.`)
    found.set(schema.title, inner)
    for (const [title, component] of Object.entries(componentsOf(Object.values(schema)))) found.set(title, component)
    return {}
  })
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function mapSchemas(value: unknown, replace: (schema: Titled) => unknown): unknown {
  if (Array.isArray(value)) return value.map(each => mapSchemas(each, replace))
  if (typeof value !== 'object' || value === null) return value
  if (isTitled(value)) return replace(value)
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, DATA.has(name) ? member : mapSchemas(member, replace)]),
  )
}

/** In a list of properties, one named `title` is a schema and not a text. */
function isTitled(value: object): value is Titled {
  return 'title' in value && typeof value.title === 'string'
}

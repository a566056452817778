/** Request bodies from the schema of an operation: valid, with wrong fields, and not JSON. */

import fc from 'fast-check'
import type { ApiDescription, Schema } from '../../docs/openapi.ts'
import { toJsonText, unusualText, unusualValue } from './unusual-values.ts'

/** A request body. */
export interface Body {
  text: string
  encoding: 'utf8' | 'utf16le' | 'latin1'
}

/** Values that exist in the shop under test, by the name of a field or parameter. */
export type Known = Record<string, fc.Arbitrary<unknown>>

/** Generates values that a schema accepts. */
function validValue(schema: Schema, api: ApiDescription, known: Known): fc.Arbitrary<unknown> {
  const inner = (each: Schema) => validValue(each, api, known)
  const { $ref, anyOf, items, properties, minimum = 1, maximum = 2 ** 53 - 1 } = schema
  if ($ref) return inner(api.components.schemas[$ref.split('/').at(-1) ?? ''] as Schema)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (anyOf) return fc.oneof(...anyOf.map(inner))
  if (items)
    return fc.array(inner(items), { minLength: schema.minItems ?? 0, maxLength: Math.min(schema.maxItems ?? 5, 5) })
  if (properties) {
    const members = Object.entries(properties).map(([name, each]) => [name, known[name] ?? inner(each)] as const)
    return fc.record(Object.fromEntries(members), { requiredKeys: schema.required ?? [] })
  }
  if (schema.type === 'integer')
    return fc.oneof(fc.integer({ min: minimum, max: Math.min(maximum, 20) }), fc.constantFrom(minimum, maximum))
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  const { minLength = 0, maxLength = 60 } = schema
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 60) })
}

/** Generates bodies for a schema: mostly JSON, mostly similar to a valid body. */
export function bodyFor(schema: Schema, api: ApiDescription, known: Known): fc.Arbitrary<Body> {
  const valid = validValue(schema, api, known)
  const value = fc.oneof(
    { weight: 12, arbitrary: valid },
    { weight: 4, arbitrary: fc.tuple(valid, fc.array(change, { minLength: 1, maxLength: 3 })).map(applyChanges) },
    { weight: 1, arbitrary: unusualValue },
  )
  return fc.oneof(
    { weight: 12, arbitrary: value.map(each => ({ text: toJsonText(each), encoding: 'utf8' as const })) },
    { weight: 3, arbitrary: fc.tuple(value, spoil).map(([each, how]) => how(toJsonText(each))) },
  )
}

/** A change that makes a valid body invalid. */
interface Change {
  /** The index of the field, modulo the number of fields. */
  at: number
  kind: 'drop' | 'replace' | 'add' | 'wrap'
  name: string
  value: unknown
}

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(20),
  kind: fc.constantFrom('drop', 'replace', 'replace', 'add', 'wrap'),
  name: fc.oneof(unusualText, fc.constantFrom('__proto__', 'constructor', 'id', 'price', 'owner')),
  value: unusualValue,
})

function applyChanges([value, changes]: [unknown, Change[]]): unknown {
  return changes.reduce(applyChange, value)
}

/** Applies a change to an object or array; wraps any other value in an array. */
function applyChange(value: unknown, { at, kind, name, value: odd }: Change): unknown {
  if (kind === 'wrap' || typeof value !== 'object' || value === null) return [value]
  const members = Object.entries(value)
  const index = at % Math.max(1, members.length)
  if (kind === 'add') members.push([name, odd])
  if (kind === 'drop') members.splice(index, 1)
  const [found] = kind === 'replace' ? members.slice(index, index + 1) : []
  if (found) members[index] = [found[0], odd]
  return Array.isArray(value) ? members.map(([, each]) => each) : Object.fromEntries(members)
}

/** Changes after which a text is no longer JSON in UTF-8, or only looks like it. */
const spoil: fc.Arbitrary<(text: string) => Body> = fc.oneof(
  fc.nat(50).map(length => (text: string) => utf8(text.slice(0, length))),
  fc.constantFrom('\ufeff', ' \n\t', '\u00a0', '#', '[', '{').map(prefix => (text: string) => utf8(prefix + text)),
  fc.constantFrom('}', ',', 'x', '\u0000', ' 1', '/*').map(suffix => (text: string) => utf8(text + suffix)),
  fc.constant((text: string) => utf8(text.replace(/"(\w+)":([^,}]*)/, '"$1":$2,"$1":null'))),
  fc.constant((text: string) => ({ text, encoding: 'utf16le' as const })),
  fc.constantFrom('\xff', '\xc0\x80', '\xed\xa0\x80', '\xe2\x82').map(bytes => (text: string) => ({
    text: text.replace(/"$|"(?=[^"]*$)/, `${bytes}"`),
    encoding: 'latin1' as const,
  })),
  fc.constant(() => utf8('')),
  fc.constant((text: string) => utf8(text + ' '.repeat(70_000))),
)

function utf8(text: string): Body {
  return { text, encoding: 'utf8' }
}

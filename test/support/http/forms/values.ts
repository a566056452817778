/** JSON values that a schema of the API description allows. */

import fc from 'fast-check'
import type { ApiDescription, Schema } from '../../docs/openapi.ts'
import { matchingText, textOf, texts } from './texts.ts'

/** Items of a list beyond its minimum. */
const MORE_ITEMS = 3
/** Half of the objects have at most this many of their optional members: with all of them few are accepted. */
const FEW = 2

/** Resolves the reference of a schema. */
export function resolved(schema: Schema, { components }: ApiDescription): Schema {
  if (schema.$ref === undefined) return schema
  return resolved(components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, { components } as ApiDescription)
}

/** Generates values of a schema. @param api the description with the components that it refers to */
export function valuesOf(given: Schema, api: ApiDescription): fc.Arbitrary<unknown> {
  const schema = resolved(given, api)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(each => valuesOf(each, api)))
  const create = byType[typeOf(schema)]
  return create ? create(schema, api) : fc.jsonValue({ maxDepth: 2, noUnicodeString: false } as object)
}

/** The type of a schema, which an object may leave out. */
export function typeOf({ type, properties }: Schema): string {
  return type ?? (properties ? 'object' : '')
}

const byType: Readonly<Record<string, (schema: Schema, api: ApiDescription) => fc.Arbitrary<unknown>>> = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  integer: ({ minimum = -1_000_000, maximum = 1_000_000 }) =>
    fc.maxSafeInteger().chain(() => integers(minimum, maximum)),
  number: ({ minimum = -1e6, maximum = 1e6 }) =>
    fc.oneof(fc.constantFrom(minimum, maximum), fc.double({ min: minimum, max: maximum, noNaN: true })),
  string: schema => stringsOf(schema),
  array: listsOf,
  object: objectsOf,
}

function integers(min: number, max: number): fc.Arbitrary<number> {
  return fc.oneof(
    fc.constantFrom(min, max),
    fc.integer({ min, max: Math.min(max, min + 300) }),
    fc.integer({ min, max }),
  )
}

function stringsOf(schema: Schema): fc.Arbitrary<string> {
  const { format = '', pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema
  const isOfLength = (text: string) => [...text].length >= minLength && [...text].length <= maxLength
  const ofFormat = texts[format]
  const form = pattern === undefined ? undefined : new RegExp(pattern, 'u')
  if (ofFormat) return ofFormat.filter(text => isOfLength(text) && (form?.test(text) ?? true))
  if (form === undefined) return textOf(schema)
  const any = textOf(schema).filter(text => form.test(text))
  // A pattern that only forbids characters is met by most texts.
  if (/^\^?\[\^/.test(pattern ?? '')) return any.filter(isOfLength)
  return matchingText(pattern ?? '').filter(isOfLength)
}

function listsOf({ items = {}, minItems = 0, maxItems = 10, uniqueItems }: Schema, api: ApiDescription) {
  const each = valuesOf(items, api)
  const limits = { minLength: minItems, maxLength: Math.min(maxItems, minItems + MORE_ITEMS) }
  return uniqueItems
    ? fc.uniqueArray(each, { ...limits, selector: item => JSON.stringify(item) })
    : fc.array(each, limits)
}

function objectsOf({ properties = {}, required = [] }: Schema, api: ApiDescription): fc.Arbitrary<unknown> {
  const members = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, valuesOf(each, api)]))
  const optional = Object.keys(members).filter(name => !required.includes(name))
  const few = fc
    .subarray(optional, { maxLength: Math.min(FEW, optional.length) })
    .chain(names => fc.record(only(members, [...required, ...names])))
  return fc.oneof(few, fc.record(members, { requiredKeys: required as never[] }))
}

function only<T>(members: Record<string, T>, names: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => names.includes(name)))
}

/** JSON values that break one keyword of a schema of the API description. */

import fc from 'fast-check'
import type { ApiDescription, Schema } from '../../docs/openapi.ts'
import { otherTexts, textOf } from './texts.ts'
import { resolved, typeOf, valuesOf } from './values.ts'

/** A value with one violation. */
export interface Violated {
  value: unknown
  /** JSON pointer of the violation within the value. */
  pointer: string
  /** The keyword that it breaks. */
  keyword: string
}

/** Values of the types, for a schema of another type. */
const samples: Readonly<Record<string, readonly unknown[]>> = {
  null: [null],
  boolean: [true, false],
  integer: [0, 7],
  number: [0.5, -1e300],
  string: ['', '7', 'true'],
  array: [[], [1]],
  object: [{}, { a: 1 }],
}

/** Generates values with one violation; undefined for a schema that allows everything. */
export function violationsOf(given: Schema, api: ApiDescription): fc.Arbitrary<Violated> | undefined {
  const all = everyViolation(given, api)
  return all.length > 0 ? fc.oneof(...all) : undefined
}

function everyViolation(given: Schema, api: ApiDescription): fc.Arbitrary<Violated>[] {
  const schema = resolved(given, api)
  const own = [...wrongTypes(schema, api), ...wrongValues(schema)].map(({ keyword, values }) =>
    values.map(value => ({ value, pointer: '', keyword })),
  )
  return [...own, ...missingMembers(schema, api), ...innerViolations(schema, api)]
}

interface Wrong {
  keyword: string
  values: fc.Arbitrary<unknown>
}

/** The alternatives of a schema, which are all of different types. */
function alternativesOf(schema: Schema, api: ApiDescription): Schema[] {
  return schema.anyOf ? schema.anyOf.flatMap(each => alternativesOf(resolved(each, api), api)) : [schema]
}

function wrongTypes(schema: Schema, api: ApiDescription): Wrong[] {
  const types = alternativesOf(schema, api).map(({ type = '' }) => type)
  if (types.includes('') && schema.enum === undefined && schema.const === undefined) return []
  const taken = types.includes('number') ? [...types, 'integer'] : types
  const others = Object.entries(samples).filter(([type]) => !taken.includes(type) && !taken.includes(''))
  const values = others.flatMap(([, each]) => each)
  return values.length > 0 ? [{ keyword: 'type', values: fc.constantFrom(...values) }] : []
}

/** Values of the right type that break a keyword. */
function wrongValues(schema: Schema): Wrong[] {
  const { minimum, maximum, minLength = 0, maxLength, minItems = 0, pattern, format = '' } = schema
  const isBounded = minimum !== undefined || maximum !== undefined
  const found: (Wrong | false)[] = [
    isBounded && minimum !== undefined && { keyword: 'minimum', values: fc.constantFrom(minimum - 1, minimum - 1_000) },
    maximum !== undefined &&
      maximum < 2 ** 53 - 1 && { keyword: 'maximum', values: fc.constant(maximum * 1.5 + 1).map(Math.ceil) },
    typeOf(schema) === 'integer' && { keyword: 'integer', values: fc.constantFrom((minimum ?? 0) + 0.5) },
    minLength > 0 && { keyword: 'minLength', values: fc.constant('x'.repeat(minLength - 1)) },
    maxLength !== undefined && {
      keyword: 'maxLength',
      values: fc.constantFrom('x', '👍', '\u0301').map(each => each.repeat(maxLength + 1)),
    },
    pattern !== undefined && { keyword: 'pattern', values: notMatching(pattern, schema) },
    schema.enum !== undefined && { keyword: 'enum', values: notIn(schema.enum) },
    schema.const !== undefined && { keyword: 'const', values: notIn([schema.const]) },
    otherTexts[format] !== undefined && { keyword: 'format', values: fc.constantFrom(...(otherTexts[format] ?? [])) },
    minItems > 0 && { keyword: 'minItems', values: fc.constant([]) },
  ]
  return found.filter(each => each !== false)
}

function notMatching(pattern: string, schema: Schema): fc.Arbitrary<unknown> {
  const form = new RegExp(pattern, 'u')
  const known = fc.constantFrom('', ' ', 'x', '0', '-1', '1e3', '\u0000', 'a\u0000b', '"', '1,', '24:00', '٣', 'x\n')
  return fc.oneof(known, textOf(schema)).filter(text => !form.test(text))
}

function notIn(values: readonly unknown[]): fc.Arbitrary<unknown> {
  const similar = values.flatMap(each =>
    typeof each === 'string' ? [each.toUpperCase(), `${each} `, ` ${each}`, ''] : [],
  )
  return fc.constantFrom(...similar, 'x').filter(each => !values.includes(each))
}

/** Objects that lack a required member. */
function missingMembers(schema: Schema, api: ApiDescription): fc.Arbitrary<Violated>[] {
  const base = valuesOf(schema, api)
  return (schema.required ?? []).map(name =>
    base.map(value => ({ value: without(value as object, name), pointer: `/${name}`, keyword: 'required' })),
  )
}

/** Violations of members and items, and those of their number. */
function innerViolations(schema: Schema, api: ApiDescription): fc.Arbitrary<Violated>[] {
  const { anyOf, properties = {}, items, maxItems, uniqueItems } = schema
  if (anyOf) {
    const objects = alternativesOf(schema, api).filter(each => typeOf(each) === 'object')
    // A member that one of two objects lacks may be missing in the other one.
    const missing = objects.length < 2 ? objects.flatMap(each => missingMembers(each, api)) : []
    return [...missing, ...anyOf.flatMap(each => restOf(each, api))]
  }
  const base = valuesOf(schema, api)
  if (items) {
    const wrongItem = violationsOf(items, api)
    const item = valuesOf(items, api)
    return [
      ...(wrongItem
        ? [wrongItem.map(({ value, pointer, keyword }) => ({ value: [value], pointer: `/0${pointer}`, keyword }))]
        : []),
      ...(maxItems !== undefined && maxItems <= 1_000
        ? [item.map(each => ({ value: Array(maxItems + 1).fill(each), pointer: '', keyword: 'maxItems' }))]
        : []),
      ...(uniqueItems ? [item.map(each => ({ value: [each, each], pointer: '', keyword: 'uniqueItems' }))] : []),
    ]
  }
  return Object.entries(properties).flatMap(([name, each]) => {
    const violated = violationsOf(each, api)
    if (!violated) return []
    return [
      fc.tuple(base, violated).map(([value, { value: inner, pointer, keyword }]) => ({
        value: { ...(value as object), [name]: inner },
        pointer: `/${name}${pointer}`,
        keyword,
      })),
    ]
  })
}

/** Violations of one alternative that are of its type, so that no other one allows them. */
function restOf(given: Schema, api: ApiDescription): fc.Arbitrary<Violated>[] {
  const schema = resolved(given, api)
  const own = wrongValues(schema).map(({ keyword, values }) => values.map(value => ({ value, pointer: '', keyword })))
  return [...own, ...innerViolations(schema, api)]
}

function without(value: object, name: string): object {
  return Object.fromEntries(Object.entries(value).filter(([each]) => each !== name))
}

/** Form of request bodies: a value is rebuilt from its schema, or refused with the place of its first problem as JSONPath (RFC 9535). */

import type { Static, TSchema } from 'typebox'
import { createSchemaCheck, type Problem } from '../schema/check.ts'
import { isStorable } from '../schema/fields.ts'
import { isObject } from '../schema/is-object.ts'
import { UcpRefusal } from './refusals.ts'

const known = new WeakMap<TSchema, ReturnType<typeof createSchemaCheck<TSchema>>>()

/**
 * Rebuilds a value from its schema: it has the members that the schema names, and no others. Nothing is converted; `5.0` is the integer 5.
 * @throws UcpRefusal `invalid_request` for a value that the schema refuses, or for a text with U+0000 or a lone surrogate
 */
export function readForm<S extends TSchema>(schema: S, value: unknown): Static<S> {
  const check = known.get(schema) ?? createSchemaCheck<TSchema>(schema)
  known.set(schema, check)
  const { value: rebuilt, problems } = check(value)
  const [first] = problems
  if (first) throw new UcpRefusal('invalid_request', describe(jsonPathOf(first[0], value), first[1]))
  const place = placeOfText(rebuilt, '$')
  if (place) throw new UcpRefusal('invalid_request', `${place} must not contain U+0000 or a lone surrogate.`)
  return rebuilt as Static<S>
}

function describe(place: string, { isMissing, rule }: Problem): string {
  return isMissing ? `${place} is required: ${rule}.` : `${place} must be ${rule}.`
}

/** Returns the JSONPath of a place. @param pointer its JSON pointer @param value what the pointer goes through: a list has indexes */
function jsonPathOf(pointer: string, value: unknown): string {
  let path = '$'
  let within = value
  for (const token of pointer.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~')
    path += Array.isArray(within) ? `[${name}]` : memberOf(name)
    within = (within as Record<string, unknown> | undefined)?.[name]
  }
  return path
}

function memberOf(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`
}

/** Returns the JSONPath of the first text that cannot be stored or sent. */
function placeOfText(value: unknown, path: string): string | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : path
  const members = Array.isArray(value)
    ? value.map((each, index) => [`[${index}]`, each] as const)
    : isObject(value)
      ? Object.entries(value).map(([name, each]) => [memberOf(name), each] as const)
      : []
  for (const [step, each] of members) {
    const place = placeOfText(each, path + step)
    if (place) return place
  }
  return undefined
}

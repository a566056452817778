/** Schema validation of JSON values in requests and imports: reports each invalid field with its rule, and each unknown field. */

import type { Static, TSchema } from 'typebox'
import type { TLocalizedValidationError } from 'typebox/error'
import { Compile } from 'typebox/schema'
import { Settings } from 'typebox/system'
import { isObject } from './is-object.ts'
import { createRebuild } from './rebuild.ts'

/** The parts of a JSON schema that this module reads. */
interface Node {
  description?: string
  properties?: Record<string, Node>
  items?: Node
  maxItems?: number
  anyOf?: Node[]
}

/** Maximum number of errors that are collected per value. Each takes 40 µs: a list of 300,000 wrong items took 8 s. */
const MAX_ERRORS = 1_000

/** What TypeBox says of a refinement that has no rule of its own. */
const NO_RULE = 'Refine Error'

/** A validation error of a field. */
export interface Problem {
  /** Whether the field is required and missing. */
  isMissing: boolean
  /** The rule of the refinement that fails, else the `description` of the field's schema, which completes the sentence "must be …". */
  rule: string
}

/**
 * The result of a validation. `value` is null when the value is invalid; `sound` is the value without its invalid fields, and empty
 * where not all of them are known, because there are 1,000 errors. Both are rebuilt: they have the members that the schema names alone.
 */
export interface Checked<T> {
  value: T | null
  sound: Partial<T>
  /** By JSON pointer, relative to the value. */
  problems: Map<string, Problem>
}

/** Compiles a schema into a validation function. */
export function createSchemaCheck<S extends TSchema>(schema: S): (value: unknown) => Checked<Static<S>> {
  const validator = Compile(schema)
  const rebuild = createRebuild(schema)
  return given => {
    const value = rebuild(given)
    if (validator.Check(value))
      return { value: value as Static<S>, sound: value as Partial<Static<S>>, problems: new Map() }
    const [, errors] = withManyErrors(() => validator.Errors(withShortLists(schema as Node, value)))
    const problems = describeErrors(schema as Node, errors)
    const sound = errors.length < MAX_ERRORS ? withoutWrong(value, problems) : {}
    return { value: null, sound: sound as Partial<Static<S>>, problems }
  }
}

/**
 * Yields the JSON pointers (RFC 6901) of the fields that the schema does not list, one at a time: a value can have hundreds of thousands.
 * @param pointer the JSON pointer of the value, prepended to each result
 */
export function* unknownFields(schema: TSchema, value: unknown, pointer = ''): Generator<string, void, undefined> {
  const { properties, items } = unwrap(schema as Node)
  if (Array.isArray(value)) {
    if (items) for (const [index, item] of value.entries()) yield* unknownFields(items, item, `${pointer}/${index}`)
    return
  }
  if (!properties || !isObject(value)) return
  for (const name of Object.keys(value)) {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (!known) yield `${pointer}/${escapePointer(name)}`
    else if (typeof value[name] === 'object') {
      yield* unknownFields(known, value[name], `${pointer}/${escapePointer(name)}`)
    }
  }
}

/** Escapes a field name as a reference token of a JSON pointer (RFC 6901). */
export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** Cuts lists that are too long to one item more than allowed: they are reported, and their further items are not looked at. */
function withShortLists(schema: Node, value: unknown): unknown {
  const { properties, maxItems = Number.POSITIVE_INFINITY } = unwrap(schema)
  if (Array.isArray(value)) return value.length > maxItems ? value.slice(0, maxItems + 1) : value
  if (!properties || !isObject(value)) return value
  const cut = Object.entries(properties)
    .filter(([name]) => Object.hasOwn(value, name))
    .map(([name, property]) => [name, withShortLists(property, value[name])] as const)
    .filter(([name, short]) => short !== value[name])
  return cut.length === 0 ? value : { ...value, ...Object.fromEntries(cut) }
}

/** Runs `find` with a larger limit than TypeBox's eight errors per value, which is a process-wide setting. */
function withManyErrors<T>(find: () => T): T {
  const { maxErrors } = Settings.Get()
  Settings.Set({ maxErrors: MAX_ERRORS })
  try {
    return find()
  } finally {
    Settings.Set({ maxErrors })
  }
}

function describeErrors(schema: Node, errors: TLocalizedValidationError[]): Map<string, Problem> {
  const found = new Map<string, Problem>()
  for (const error of errors) {
    for (const [pointer, problem] of describeError(schema, error)) if (!found.has(pointer)) found.set(pointer, problem)
  }
  // An invalid field also makes each enclosing `anyOf` fail: only the innermost error is reported.
  const inner = new Set([...found.keys()].flatMap(parentsOf))
  return new Map([...found].filter(([pointer]) => !inner.has(pointer)))
}

function describeError(schema: Node, error: TLocalizedValidationError): [pointer: string, problem: Problem][] {
  const { instancePath } = error
  if (error.keyword === '~refine' && error.params.message !== NO_RULE)
    return [[instancePath, { isMissing: false, rule: error.params.message }]]
  if (error.keyword !== 'required') return [[instancePath, { isMissing: false, rule: ruleAt(schema, instancePath) }]]
  return error.params.requiredProperties.map(name => {
    const pointer = `${instancePath}/${escapePointer(name)}`
    return [pointer, { isMissing: true, rule: ruleAt(schema, pointer) }]
  })
}

function ruleAt(schema: Node, pointer: string): string {
  let node: Node | undefined = schema
  for (const step of pointer.split('/').slice(1)) {
    const parent: Node = node ? unwrap(node) : {}
    node = parent.items ?? parent.properties?.[step]
  }
  return node?.description ?? 'a JSON object'
}

/** Returns the first alternative of a nullable schema (the schema without null), or the schema itself. */
function unwrap(node: Node): Node {
  return node.anyOf?.[0] ?? node
}

function parentsOf(pointer: string): string[] {
  const steps = pointer.split('/')
  return steps.slice(1).map((_, index) => steps.slice(0, index + 1).join('/'))
}

function withoutWrong(value: unknown, problems: Map<string, Problem>): object {
  if (!isObject(value)) return {}
  const wrong = new Set([...problems.keys()].map(pointer => pointer.split('/')[1]))
  return Object.fromEntries(Object.entries(value).filter(([name]) => !wrong.has(escapePointer(name))))
}

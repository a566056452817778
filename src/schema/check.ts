/**
 * Judges a JSON value by a schema, for requests and imports alike: every wrong member with its rule, and the members nobody
 * knows.
 */

import type { Static, TSchema } from 'typebox'
import type { TLocalizedValidationError } from 'typebox/error'
import { Compile } from 'typebox/schema'
import { Settings } from 'typebox/system'

/** What a schema looks like to someone who walks along it. */
interface Node {
  description?: string
  properties?: Record<string, Node>
  items?: Node
  anyOf?: Node[]
}

/** What is wrong with a member. */
export interface Problem {
  /** Required, and not there. */
  isMissing: boolean
  /** What it must be, in words that end the sentence "must be …": the `description` of its schema. */
  rule: string
}

/** What became of a value. `sound` is the value without the members that are wrong. */
export interface Checked<T> {
  value: T | null
  sound: Partial<T>
  /** By JSON pointer, relative to the value. */
  problems: Map<string, Problem>
}

/** Compiles a schema into its check. */
export function schemaCheck<S extends TSchema>(schema: S): (value: unknown) => Checked<Static<S>> {
  const validator = Compile(schema)
  return value => {
    if (validator.Check(value))
      return { value: value as Static<S>, sound: value as Partial<Static<S>>, problems: new Map() }
    const [, errors] = withAllErrors(() => validator.Errors(value))
    const problems = describeErrors(schema as Node, errors)
    return { value: null, sound: withoutWrong(value, problems) as Partial<Static<S>>, problems }
  }
}

/** The JSON pointers of members that the schema does not list. */
export function unknownFields(schema: TSchema, value: unknown, pointer = ''): string[] {
  const { properties, items } = unwrap(schema as Node)
  if (Array.isArray(value) && items) {
    return value.flatMap((item, index) => unknownFields(items as TSchema, item, `${pointer}/${index}`))
  }
  if (!properties || !isObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const at = `${pointer}/${escapePointer(name)}`
    return Object.hasOwn(properties, name) ? unknownFields(properties[name] as TSchema, member, at) : [at]
  })
}

/** A member's name as a step of a JSON pointer (RFC 6901). */
export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** Whether a JSON value is an object. */
function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** TypeBox stops at the eighth error of a value by a setting of the whole process. */
function withAllErrors<T>(find: () => T): T {
  const { maxErrors } = Settings.Get()
  Settings.Set({ maxErrors: Number.MAX_SAFE_INTEGER })
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
  // A wrong member makes every alternative around it fail: only the innermost complaint helps.
  const inner = new Set([...found.keys()].flatMap(parentsOf))
  return new Map([...found].filter(([pointer]) => !inner.has(pointer)))
}

function describeError(schema: Node, error: TLocalizedValidationError): [pointer: string, problem: Problem][] {
  const { instancePath } = error
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

/** The schema of the value itself where null is accepted too. */
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

/** Query parameters: each stands once, with its schema, its rule and its reader. Unknown, repeated and invalid ones are refused together. */

import Type, { type TLiteralValue, type TObject, type TSchema } from 'typebox'
import { Refusal, type Violation } from '../errors.ts'
import { WITHOUT_NUL } from './described.ts'
import { isLongerThan, isStorable } from './fields.ts'
import { parseInstant } from './instants.ts'

/** Violations per response. Each takes 230 bytes: 16 KiB of unknown parameters would make a response of 580 KiB. */
const MAX_VIOLATIONS = 20
const MAX_ID = Number.MAX_SAFE_INTEGER

/** A query parameter whose text is read as a `T`. */
export interface Parameter<T> {
  /** What the API description says; a validator accepts the texts that `read` reads. */
  schema: TSchema
  /** The end of a sentence that begins with "… must be". */
  rule: string
  /** Returns the end of that sentence for a text that breaks the rule, where it says what is wrong. */
  explain?: (text: string) => string
  /** Returns undefined for a text that breaks the rule. */
  read: (text: string) => T | undefined
  /** The value without the parameter. */
  fallback?: T
  /** Whether a request without it is refused. */
  isRequired?: true
}

type Parameters = Readonly<Record<string, Parameter<unknown>>>
type ValueOf<P> = P extends Parameter<infer T> ? T : never
type FilterOf<Name> = Name extends `filter[${infer Filter}]` ? Filter : never

/** The values of a request: parameters by their names, and `filters` by theirs, without `filter[…]`. */
export type ValuesOf<P extends Parameters> = {
  [Name in keyof P as Name extends `filter[${string}]` ? never : Name]:
    | ValueOf<P[Name]>
    | (P[Name] extends { fallback: unknown } | { isRequired: true } ? never : undefined)
} & {
  filters: { [Name in keyof P as FilterOf<Name>]?: ValueOf<P[Name]> }
  /** The texts of all parameters but `limit` and `after`: links to other pages repeat them. */
  given: Record<string, string>
}

/** The query of an endpoint. */
export interface Query<P extends Parameters> {
  /** For the API description. */
  schema: TObject
  /** @param given the decoded query @throws Refusal 400 naming the parameters that are unknown, repeated or invalid */
  read: (given: unknown) => ValuesOf<P>
}

/** Defines the query of an endpoint by its parameters, in the order in which they are described. */
export function defineQuery<P extends Parameters>(parameters: P): Query<P> {
  const schemas = Object.entries(parameters).map(([name, { schema, isRequired }]) => [
    name,
    isRequired ? schema : Type.Optional(schema),
  ])
  return { schema: Type.Object(Object.fromEntries(schemas)), read: given => readQuery(parameters, given) }
}

function readQuery<P extends Parameters>(parameters: P, given: unknown): ValuesOf<P> {
  const read = Object.entries(given as object).map(([name, text]) => {
    const known = Object.hasOwn(parameters, name) ? parameters[name] : undefined
    return { name, text, known, value: typeof text === 'string' && known ? readText(known, text) : undefined }
  })
  const wrong = read.filter(({ value }) => value === undefined)
  const refused = [...wrong, ...findMissing(parameters, given as object)].slice(0, MAX_VIOLATIONS)
  if (refused.length > 0) throw new Refusal(refused.map(each => violationOf(each, parameters)))
  const query: Record<string, unknown> & { filters: Record<string, unknown>; given: Record<string, string> } = {
    ...fallbacksOf(parameters),
    filters: {},
    given: {},
  }
  for (const { name, text, value } of read) {
    const filter = /^filter\[(.*)\]$/.exec(name)?.[1]
    if (filter === undefined) query[name] = value
    else query.filters[filter] = value
    if (name !== 'limit' && name !== 'after') query.given[name] = text
  }
  return query as ValuesOf<P>
}

/** A text that is longer than its schema says is not read. */
function readText({ schema, read }: Parameter<unknown>, text: string): unknown {
  const { maxLength = Number.POSITIVE_INFINITY } = schema as { maxLength?: number }
  return isLongerThan(text, maxLength) ? undefined : read(text)
}

function fallbacksOf(parameters: Parameters): object {
  const all = Object.entries(parameters).map(([name, { fallback }]) => [name, fallback])
  return Object.fromEntries(all.filter(([, fallback]) => fallback !== undefined))
}

function findMissing(parameters: Parameters, given: object): Refused[] {
  const all = Object.entries(parameters).filter(([name, { isRequired }]) => isRequired && !Object.hasOwn(given, name))
  return all.map(([name, known]) => ({ name, text: '', known }))
}

/** Requires a parameter. */
export function required<T>(parameter: Parameter<T>): Parameter<T> & { isRequired: true } {
  return { ...parameter, isRequired: true }
}

interface Refused {
  name: string
  text: unknown
  known: Parameter<unknown> | undefined
}

function violationOf({ name: parameter, text, known }: Refused, parameters: Parameters): Violation {
  const unknown = `There is no such parameter; there are ${Object.keys(parameters).join(', ') || 'none'}.`
  const rule = typeof text === 'string' ? (known?.explain?.(text) ?? known?.rule) : 'given once'
  return { code: 'parameter_invalid', parameter, detail: known ? `${parameter} must be ${rule}.` : unknown }
}

interface IntegerOptions {
  minimum?: number
  maximum: number
  description: string
  format?: 'int64'
}

/** An integer, from 1 by default. */
export function integer(options: IntegerOptions & { default: number }): Parameter<number> & { fallback: number }
export function integer(options: IntegerOptions): Parameter<number>
export function integer(options: IntegerOptions & { default?: number }): Parameter<number> {
  const { minimum = 1, maximum, default: fallback } = options
  return {
    schema: Type.Integer({ minimum, ...options }),
    rule: `an integer from ${minimum} to ${maximum}`,
    read(text) {
      const value = Number(text)
      return /^(0|[1-9]\d*)$/.test(text) && value >= minimum && value <= maximum ? value : undefined
    },
    ...(fallback !== undefined && { fallback }),
  }
}

/** Ids that are separated by commas, each once in the value. */
export const idList: Parameter<number[]> = {
  schema: Type.String({
    minLength: 1,
    pattern: '^[1-9][0-9]{0,15}(,[1-9][0-9]{0,15})*$',
    description: 'ids, separated by commas',
  }),
  rule: `an integer from 1 to ${MAX_ID}, or several separated by commas`,
  read(text) {
    const ids = text.split(',').map(id)
    return ids.every(each => each !== undefined) ? [...new Set(ids)] : undefined
  },
}
const { read: id } = integer({ maximum: MAX_ID, description: 'an id' })

/** A text of a pattern. @param convert returns undefined where the text breaks the rule in spite of the pattern */
export function matching<T>(
  pattern: string,
  { rule, ...options }: { rule: string; description: string; examples?: string[] },
  convert: (text: string) => T | undefined,
): Parameter<T> {
  const form = new RegExp(pattern)
  return {
    schema: Type.String({ pattern, ...options }),
    rule,
    read: text => (form.test(text) ? convert(text) : undefined),
  }
}

interface FilledTextOptions {
  /** In code points. */
  maxLength?: number
  /** What the API description says of a text that `convert` reads. */
  pattern?: string
  rule: string
  description: string
}

/** A text that is not empty. @param convert returns undefined for a further text that breaks the rule */
export function filledText(options: FilledTextOptions): Parameter<string>
export function filledText<T>(options: FilledTextOptions, convert: (text: string) => T | undefined): Parameter<T>
export function filledText<T>(
  { rule, ...options }: FilledTextOptions,
  convert?: (text: string) => T | undefined,
): Parameter<T | string> {
  const { maxLength = Number.POSITIVE_INFINITY } = options
  const isRead = (text: string) => text !== '' && !isLongerThan(text, maxLength) && isStorable(text)
  return {
    schema: Type.String({ minLength: 1, pattern: WITHOUT_NUL, ...options }),
    rule,
    read: text => (isRead(text) ? (convert ? convert(text) : text) : undefined),
  }
}

/** One word. */
export function word<W extends TLiteralValue & string>(
  only: W,
  { description, rule = only }: { description: string; rule?: string },
): Parameter<W> {
  return { schema: Type.Literal(only, { description }), rule, read: text => (text === only ? only : undefined) }
}

/** One of several words. */
export function wordOf<W extends string>(words: readonly W[], description: string): Parameter<W> {
  return {
    schema: Type.Enum([...words], { type: 'string', description }),
    rule: words.join(' or '),
    read: text => words.find(each => each === text),
  }
}

/** A boolean. */
export function yesOrNo(description: string): Parameter<boolean> {
  return {
    schema: Type.Boolean({ description }),
    rule: 'true or false',
    read: text => (text === 'true' || text === 'false' ? text === 'true' : undefined),
  }
}

/** A time, in milliseconds since the epoch. */
export function time(description: string): Parameter<number> {
  return {
    schema: Type.String({ format: 'date-time', description }),
    rule: 'a time in ISO 8601 with an offset, such as 2026-11-21T09:00:00Z; a query writes + as %2B',
    read: text => parseInstant(text) ?? undefined,
  }
}

/**
 * Reads the API description of a running service, and validates responses with a validator that the service does not
 * use.
 */

import type { ErrorObject } from 'ajv'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

/** A JSON Schema of the description. */
export interface Schema {
  $ref?: string
  type?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  uniqueItems?: boolean
  minItems?: number
  maxItems?: number
}

/** An example of a parameter, body or response. */
export interface Example {
  summary: string
  description?: string
  value?: unknown
}

/** Content by media type. */
export type Content = Record<string, { schema?: Schema; examples?: Record<string, Example> }>

/** A response of an operation. */
export interface Response {
  description: string
  headers: Record<string, { required?: boolean; schema: Schema }>
  content?: Content
}

/** An operation. */
export interface Operation {
  operationId: string
  summary: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters: { name: string; in: string; required: boolean; schema: Schema; examples?: Record<string, Example> }[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Response>
}

/** The parts of the API description that tests read. */
export interface ApiDescription {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/**
 * @returns the description of a service, with references to headers and responses resolved, and references to schemas
 * kept
 */
export async function readDescription(url: string): Promise<ApiDescription> {
  const api = (await (await fetch(`${url}/openapi.json`)).json()) as ApiDescription
  return resolve(api, api) as ApiDescription
}

/** Replaces references to headers and responses by their contents. */
function resolve(value: unknown, api: ApiDescription): unknown {
  if (Array.isArray(value)) return value.map(each => resolve(each, api))
  if (typeof value !== 'object' || value === null) return value
  const [, kind = '', name = ''] = /^#\/components\/(responses|headers)\/(.+)$/.exec(String(Object(value).$ref)) ?? []
  if (kind) return resolve((api.components as unknown as Record<string, Record<string, unknown>>)[kind]?.[name], api)
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, resolve(member, api)]))
}

/** @returns the description of answers with selected fields: the members of the whole ones, none of which is required */
export function withoutRequired({ paths, components }: ApiDescription): ApiDescription {
  const schemas = JSON.stringify(components, (key, value) =>
    key === 'required' && Array.isArray(value) ? undefined : value,
  )
  return { paths, components: JSON.parse(schemas) as ApiDescription['components'] }
}

/** An operation and an address at which it can be called. */
export interface DescribedOperation {
  name: string
  method: string
  path: string
  operation: Operation
}

/** @returns all operations, in the order of the description */
export function operationsOf({ paths }: ApiDescription): DescribedOperation[] {
  return Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method} ${template}`,
      method: method.toUpperCase(),
      path: addressOf(template),
      operation,
    })),
  )
}

/** @returns an address that matches the template; of the addresses with parameters, those of a picture and of the reference exist */
export function addressOf(template: string): string {
  return template
    .replace('{file}', 'keten-gomlek.png')
    .replace('{sheet}', 'base.css')
    .replace('{page}', 'errors')
    .replace('{id}', '9999')
    .replace(/\{\w+\}/, 'x')
}

/** @returns a function that finds the operations of the template that a path matches, or undefined */
export function pathFinder({ paths }: ApiDescription): (path: string) => Record<string, Operation> | undefined {
  // A path without parameters precedes one with them (OpenAPI 3.1, Paths Object).
  const inOrder = Object.entries(paths).sort(([a], [b]) => Number(a.includes('{')) - Number(b.includes('{')))
  const patterns = inOrder.map(([template, operations]) => ({ pattern: patternOf(template), operations }))
  return target => {
    const path = normalise(target)
    return patterns.find(({ pattern }) => pattern.test(path))?.operations
  }
}

/** Removes the query, the host of an absolute form, and needless percent-encoding: all these paths are equivalent. */
function normalise(target: string): string {
  const [path = ''] = target.replace(/^https?:\/\/[^/?#]*/, '').split(/[?#]/)
  return path.replace(/%[46][1-9a-f]|%[57][0-9a]/gi, letter => decodeURIComponent(letter))
}

/** Any parameter may be empty, as in the service; only `path` matches several segments. */
function patternOf(template: string): RegExp {
  const escaped = template.replace(/[.$()*+?|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replaceAll('{path}', '.*').replace(/\{\w+\}/g, '[^/]*')}$`)
}

/** @returns how a JSON value contradicts a schema of the description; null when it is valid */
export type FindContradiction = (schema: Schema, value: unknown) => string | null

/** Whether a text is a time as responses write it: in UTC, or with an offset where UTC would need a year before 0 or after 9999. */
function isInstant(text: string): boolean {
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) return false
  const inUtc = at.toISOString()
  return inUtc === text || (/^[+-]/.test(inUtc) && /^\d{4}-.*\.\d{3}[+-]23:59$/.test(text))
}

/**
 * Creates a validator for the schemas of a description.
 * @param isTime whether a text has the format date-time; by default only as responses write it
 */
export function schemaJudge({ components }: ApiDescription, isTime = isInstant): FindContradiction {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ajv.addFormat('int64', true)
  ajv.addFormat('binary', true)
  ajv.addFormat('uri', text => URL.canParse(text))
  ajv.addFormat('date-time', text => isTime(text))
  ajv.addSchema({ $id: 'api:', components })
  const compiled = new Map<Schema, ValidateFunction>()
  return (schema, value) => {
    const known = compiled.get(schema)
    const validate = known ?? ajv.compile(rebase(schema) as object)
    if (!known) compiled.set(schema, validate)
    return validate(value) ? null : ajv.errorsText(validate.errors as ErrorObject[])
  }
}

/** Prefixes references with the id under which the validator has the components. */
function rebase(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll('"$ref":"#/', '"$ref":"api:#/'))
}

/** The scopes of which an operation requires one, such as two together with a space between them; none for an operation that a request without a token may use. */
export function requiredScopes({ security }: Operation): string[] {
  if (security.some(({ accessToken }) => accessToken === undefined)) return []
  return [...new Set(security.map(({ accessToken = [] }) => accessToken.join(' ')))]
}

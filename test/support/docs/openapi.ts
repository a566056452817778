/** Reads the API description of a running service, and judges answers by it with a validator that is not the service's own. */

import type { ErrorObject } from 'ajv'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

export interface Schema {
  $ref?: string
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

export interface Example {
  summary: string
  description?: string
  value?: unknown
}

export type Content = Record<string, { schema?: Schema; examples?: Record<string, Example> }>

export interface Response {
  description: string
  headers: Record<string, { required?: boolean; schema: Schema }>
  content?: Content
}

export interface Operation {
  operationId: string
  summary: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters: { name: string; in: string; required: boolean; schema: Schema; examples?: Record<string, Example> }[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Response>
}

export interface ApiDescription {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/** The description that a service gives of itself, with its headers and answers in place; schemas stay referred to. */
export async function readDescription(url: string): Promise<ApiDescription> {
  const api = (await (await fetch(`${url}/openapi.json`)).json()) as ApiDescription
  return resolve(api, api) as ApiDescription
}

function resolve(value: unknown, api: ApiDescription): unknown {
  if (Array.isArray(value)) return value.map(each => resolve(each, api))
  if (typeof value !== 'object' || value === null) return value
  const [, kind = '', name = ''] = /^#\/components\/(responses|headers)\/(.+)$/.exec(String(Object(value).$ref)) ?? []
  if (kind) return resolve((api.components as unknown as Record<string, Record<string, unknown>>)[kind]?.[name], api)
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, resolve(member, api)]))
}

/** An operation with an address at which it can be called. */
export interface DescribedOperation {
  name: string
  method: string
  path: string
  operation: Operation
}

/** All operations, in their order. */
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

/** An address that fits a template; it names nothing but a picture. */
export function addressOf(template: string): string {
  return template
    .replace('{file}', 'keten-gomlek.png')
    .replace('{id}', '9999')
    .replace(/\{\w+\}/, 'x')
}

/** The operations of each path whose template a request's path fits; undefined where none does. */
export function pathFinder({ paths }: ApiDescription): (path: string) => Record<string, Operation> | undefined {
  const patterns = Object.entries(paths).map(([template, operations]) => ({ pattern: patternOf(template), operations }))
  return target => {
    const path = normalise(target)
    return patterns.find(({ pattern }) => pattern.test(path))?.operations
  }
}

/** Without a query, without the host of an absolute form, and without needless percent-encoding: all mean the same. */
function normalise(target: string): string {
  const [path = ''] = target.replace(/^https?:\/\/[^/?#]*/, '').split(/[?#]/)
  return path.replace(/%[46][1-9a-f]|%[57][0-9a]/gi, letter => decodeURIComponent(letter))
}

/** Any parameter may be empty, as the service reads it; only `path` stands for several segments. */
function patternOf(template: string): RegExp {
  const escaped = template.replace(/[.$()*+?|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replaceAll('{path}', '.*').replace(/\{\w+\}/g, '[^/]*')}$`)
}

/** What in a JSON value contradicts a schema of the description; null when nothing does. */
export type FindContradiction = (schema: Schema, value: unknown) => string | null

/** Makes the judge of values. */
export function schemaJudge({ components }: ApiDescription): FindContradiction {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ajv.addFormat('int64', true)
  ajv.addFormat('uri', text => URL.canParse(text))
  ajv.addFormat('date-time', text => new Date(text).toISOString() === text)
  ajv.addSchema({ $id: 'api:', components })
  const compiled = new Map<Schema, ValidateFunction>()
  return (schema, value) => {
    const known = compiled.get(schema)
    const validate = known ?? ajv.compile(rebase(schema) as object)
    if (!known) compiled.set(schema, validate)
    return validate(value) ? null : ajv.errorsText(validate.errors as ErrorObject[])
  }
}

function rebase(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll('"$ref":"#/', '"$ref":"api:#/'))
}

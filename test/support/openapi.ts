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

export interface Operation {
  operationId: string
  security: Record<string, string[]>[]
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>
}

export interface ApiDescription {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/** The description that a service gives of itself. */
export async function readDescription(url: string): Promise<ApiDescription> {
  return (await (await fetch(`${url}/openapi.json`)).json()) as ApiDescription
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

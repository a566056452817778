/** The API description as the reference reads it. */

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
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  default?: unknown
  description?: string
}

export interface Example {
  summary?: string
  description?: string
  value?: unknown
}

export type Content = Record<string, { schema?: Schema; examples?: Record<string, Example> }>

export interface Parameter {
  name: string
  in: string
  required: boolean
  description?: string
  schema: Schema
  examples?: Record<string, Example>
}

export interface Response {
  $ref?: string
  description: string
  headers?: Record<string, { $ref: string }>
  content?: Content
}

export interface Operation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Response>
}

/** An operation with its address. */
export interface Endpoint extends Operation {
  method: string
  path: string
}

export interface Api {
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    headers: Record<string, { description: string }>
    responses: Record<string, Response>
    schemas: Record<string, Schema>
  }
}

/** The endpoints of a section, in their order. */
export function endpointsOf({ paths }: Api, tag: string): Endpoint[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path }))
      .filter(({ tags }) => tags.includes(tag)),
  )
}

/** The last step of a reference: the name of what it refers to. */
export function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1)
}

/** A response, also where it is referred to. */
export function responseOf({ components }: Api, response: Response): Response {
  return response.$ref ? (components.responses[nameOf(response.$ref)] ?? response) : response
}

/** Types of the API description that the reference renders, and functions that read it. */

/** A JSON schema: the keywords that the reference shows. */
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

/** An example of a parameter, a body or a response. */
export interface Example {
  summary?: string
  description?: string
  value?: unknown
}

/** Schemas and examples by media type. */
export type Content = Record<string, { schema?: Schema; examples?: Record<string, Example> }>

/** A parameter of a path or a query. */
export interface Parameter {
  name: string
  in: string
  required: boolean
  description?: string
  schema: Schema
  examples?: Record<string, Example>
}

/** A response, or a reference to one under `components/responses`. */
export interface Response {
  $ref?: string
  description: string
  headers?: Record<string, { $ref: string }>
  content?: Content
}

/** An operation of the API description. */
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

/** An operation with its method and path. */
export interface Endpoint extends Operation {
  method: string
  path: string
}

/** The API description. */
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

/** Returns the endpoints of a section, in the order of the API description. */
export function endpointsOf({ paths }: Api, tag: string): Endpoint[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path }))
      .filter(({ tags }) => tags.includes(tag)),
  )
}

/** Returns the name of the component that a reference refers to: its last segment. */
export function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1)
}

/** Returns a response, resolved if it is a reference. */
export function responseOf({ components }: Api, response: Response): Response {
  return response.$ref ? (components.responses[nameOf(response.$ref)] ?? response) : response
}

/** The OpenAPI 3.1 document of the routes, from the schemas and settings that stand beside them. */

import { STATUS_CODES } from 'node:http'
import type { FastifyContextConfig } from 'fastify'
import type { TSchema } from 'typebox'
import { type Access, scopesFor } from '../auth/access.ts'
import { Errors } from './error.document.ts'
import { ALWAYS_ANSWERED } from './gate.ts'
import { JSON_API } from './negotiation.ts'
import { componentsOf, withReferences } from './openapi.components.ts'

const JSON_TYPE = 'application/json'
const BODY_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE']
/** What can be wrong with the bytes of any request, before there is a route to speak of. */
const MALFORMED = [400, 408, 431]

/** A route as it was registered. */
export interface Route {
  method: string
  url: string
  schema: {
    params?: TSchema
    body?: TSchema
    response?: Record<string, TSchema>
  }
  config: FastifyContextConfig
}

/** What the description says of the service as a whole. */
export interface About {
  version: string
  /** Where clients reach the service. */
  url: string
}

/** Builds the document. Schemas with a title become components of that name. */
export function openapiDocument(routes: readonly Route[], { version, url }: About): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    const path = templateOf(route.url)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describe(route) }
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Sepet', version, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url }],
    tags: [...new Set(routes.map(tagOf))].map(name => ({ name })),
    paths: withReferences(paths),
    components: {
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        metricsToken: { type: 'http', scheme: 'bearer' },
      },
      schemas: componentsOf(paths),
    },
  }
}

function describe(route: Route): object {
  const { access = 'public' } = route.config
  return {
    operationId: operationIdOf(route),
    tags: [tagOf(route)],
    security: securityOf(access),
    parameters: [...pathParameters(route), ...queryParameters(route)],
    ...requestBody(route),
    responses: responses(route),
  }
}

/** Any one of the entries will do; the operator's token is asked for where one is set, and in production. */
function securityOf(access: Access): object[] {
  if (access === 'public') return []
  if (access === 'operator') return [{}, { metricsToken: [] }]
  return scopesFor(access).map(scope => ({ accessToken: [scope] }))
}

/** `/cart-items/:itemId` as OpenAPI writes it; a wildcard is called `path`. */
function templateOf(url: string): string {
  return url.replace(/:(\w+)/g, '{$1}').replace('*', '{path}')
}

function pathParameters({ url, schema }: Route): object[] {
  const known = (schema.params as { properties?: Record<string, TSchema> } | undefined)?.properties
  const names = [...templateOf(url).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return names.map(name => ({ name, in: 'path', required: true, schema: known?.[name] ?? { type: 'string' } }))
}

function queryParameters({ config }: Route): object[] {
  const { properties = {}, required = [] } = (config.describes?.querystring ?? {}) as {
    properties?: Record<string, TSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

function bodyOf({ schema, config }: Route): (TSchema & { required?: string[] }) | undefined {
  return config.describes?.body ?? schema.body
}

function requestBody(route: Route): { requestBody?: object } {
  const schema = bodyOf(route)
  if (!schema) return {}
  const required = route.config.requiresBody === true || (schema.required ?? []).length > 0
  return { requestBody: { required, content: { [JSON_TYPE]: { schema }, [JSON_API]: { schema } } } }
}

function responses(route: Route): Record<string, object> {
  const { schema, config } = route
  const { mediaType = JSON_TYPE, describes } = config
  const documents = Object.entries(schema.response ?? {}).map(
    ([status, document]) => [status, response(status, { [mediaType]: { schema: document } })] as const,
  )
  const others = Object.entries(describes?.answers ?? {}).map(
    ([status, type]) => [status, response(status, type === null ? undefined : { [type]: {} })] as const,
  )
  const refusals = refusalStatuses(route).map(
    status => [String(status), response(status, refusalContent(status, config))] as const,
  )
  return Object.fromEntries([...refusals, ...documents, ...others])
}

function response(status: number | string, content: object | undefined): object {
  return { description: STATUS_CODES[status] ?? String(status), ...(content && { content }) }
}

function refusalContent(status: number, { mediaType = JSON_TYPE, errorBody = true }: FastifyContextConfig) {
  const types = [...(MALFORMED.includes(status) ? [JSON_TYPE] : []), ...(errorBody ? [mediaType] : [])]
  if (types.length === 0) return undefined
  return Object.fromEntries(types.map(type => [type, { schema: Errors }]))
}

/** How a route may refuse, by what it asks of a request. */
function refusalStatuses(route: Route): number[] {
  const { access = 'public', mediaType, errorBody = true, describes } = route.config
  const body = bodyOf(route)
  return [
    ...MALFORMED,
    ...accessRefusals(access),
    ...(errorBody && !ALWAYS_ANSWERED.test(route.url) ? [503] : []),
    ...(route.url.includes(':') ? [404] : []),
    ...(mediaType === JSON_API ? [406] : []),
    ...(BODY_METHODS.includes(route.method) ? [413, 415] : []),
    ...(body && ('type' in body || 'anyOf' in body) ? [422] : []),
    ...(describes?.refuses ?? []),
  ]
}

function accessRefusals(access: Access): number[] {
  if (access === 'public') return []
  return access === 'operator' ? [401] : [401, 403]
}

function tagOf({ url }: Route): string {
  if (/\/cart(-items)?(\/|$)/.test(url)) return 'Cart'
  if (url.startsWith('/api/v3/admin/customers')) return 'Customers'
  if (url.startsWith('/api/')) return 'Checkout handoff'
  return /^\/(health|openapi|metrics)/.test(url) ? 'Service' : 'Web pages'
}

/** Such as `patchCartItemsItemIdNotes`. */
function operationIdOf({ method, url }: Route): string {
  const path = url.replace(/^\/api\/v3\/(storefront\/[\d-]+|storefront|admin)/, '').replace('*', 'path')
  const words = path.split(/[^A-Za-z0-9]+/).filter(each => each !== '')
  return method.toLowerCase() + words.map(each => each.charAt(0).toUpperCase() + each.slice(1)).join('')
}

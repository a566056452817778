/** Builds an operation of the API description from the settings, schemas and docs of its route. */

import Type, { type TSchema } from 'typebox'
import { type Access, scopesFor } from '../auth/access.ts'
import type { Example } from '../http/operation-docs.ts'
import { describedBodyTypesOf } from '../http/request/body-types.ts'
import { descriptionOf, type RecordedResponses, responsesOf } from './responses.ts'
import { bodySchemaOf, type ObjectSchema, type Route, sectionOf, templateOf } from './route.ts'
import type { Operation } from './share-refusals.ts'

/**
 * Builds the operation of a route: id, summary, security, parameters, body and responses.
 *
 * @param answers the recorded responses to the examples
 */
export function operationOf(route: Route, answers: RecordedResponses): Operation & Record<string, unknown> {
  const { access = 'public', docs } = route.config
  return {
    operationId: docs?.name ?? `${route.method} ${route.url}`,
    summary: docs?.summary,
    ...(docs?.description && { description: docs.description }),
    tags: [sectionOf(route)],
    security: securityOf(access, docs?.readsSession),
    parameters: [...pathParameters(route), ...queryParameters(route), ...headerParameters(route)],
    ...requestBody(route),
    responses: responsesOf(route, answers),
  }
}

/** One entry must be satisfied. `metricsToken` is optional, since it is required only if one is set, and in production. */
function securityOf(access: Access, readsSession = false): object[] {
  if (access === 'public') return readsSession ? [{}, { webSession: [] }] : []
  if (access === 'metrics') return [{}, { metricsToken: [] }]
  if (access === 'guest-renewal') return [{}, { accessToken: scopesFor('guest-handoff') }]
  const tokens = scopesFor(access).map(scope => ({ accessToken: scope.split(' ') }))
  return readsSession ? tokens.flatMap(token => [token, { ...token, webSession: [] }]) : tokens
}

function pathParameters(route: Route): object[] {
  const { properties = {} } = (route.config.docs?.params ?? route.schema.params ?? {}) as ObjectSchema
  const names = [...templateOf(route).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return names.map(name => parameter(route, name, { in: 'path', required: true }, properties[name]))
}

function queryParameters(route: Route): object[] {
  const { properties = {}, required = [] } = (route.config.validatedByHandler?.querystring ?? {}) as ObjectSchema
  return Object.entries(properties).map(([name, schema]) =>
    parameter(route, name, { in: 'query', required: required.includes(name) }, schema),
  )
}

const tags = Type.String({ description: 'tags of bodies that the client has, as `ETag` gave them' })

/** The header of conditional reads, and those that the handler reads. */
function headerParameters(route: Route): object[] {
  const { etag, validatedByHandler } = route.config
  const { properties = {} } = (validatedByHandler?.headers ?? {}) as ObjectSchema
  const headers = { ...(etag && { 'If-None-Match': tags }), ...properties }
  return Object.entries(headers).map(([name, schema]) =>
    parameter(route, name, { in: 'header', required: false }, schema),
  )
}

function parameter(route: Route, name: string, where: object, schema: TSchema & { description?: string } = {}): object {
  const { description, ...rest } = schema
  const examples = Object.entries(examplesOf(route)).flatMap(([key, { summary, given, params }]) =>
    params?.[name] === undefined ? [] : [[key, { summary, ...descriptionOf(given), value: params[name] }] as const],
  )
  return {
    name,
    ...where,
    ...(description && { description: sentence(description) }),
    schema: Object.keys(rest).length > 0 ? rest : { type: 'string' },
    ...(examples.length > 0 && { examples: Object.fromEntries(examples) }),
  }
}

function requestBody(route: Route): { requestBody?: object } {
  const schema = bodySchemaOf(route)
  if (!schema) return {}
  const required =
    route.config.requiresBody === true || route.config.isStreamed === true || (schema.required ?? []).length > 0
  const examples = Object.entries(examplesOf(route)).flatMap(([key, { summary, given, body }]) =>
    body === undefined ? [] : [[key, { summary, ...descriptionOf(given), value: body }] as const],
  )
  const content = { schema, ...(examples.length > 0 && { examples: Object.fromEntries(examples) }) }
  const others: Readonly<Record<string, TSchema>> = route.config.validatedByHandler?.otherBodies ?? {}
  const contents = describedBodyTypesOf(route.config).map(type => [
    type,
    others[type] ? { schema: others[type] } : content,
  ])
  return { requestBody: { required, content: Object.fromEntries(contents) } }
}

function examplesOf({ config }: Route): Readonly<Record<string, Example>> {
  return config.docs?.examples ?? {}
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

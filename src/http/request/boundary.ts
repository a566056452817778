/** The boundary between a request and its handler: a handler is given what the schemas of its route name, and nothing else. */

import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { App, GivenParts, NamedHeaders } from '../fastify-types.ts'

const NOTHING = Object.freeze(Object.create(null))
const NO_PARTS: GivenParts = Object.freeze({ body: undefined, query: undefined })

/**
 * Registers the boundary. `validation.ts` has rebuilt the parts with a schema before the hook runs; the hook moves the parts that the handler
 * validates itself (`validatedByHandler`) to `given`, and removes all others. Handlers read headers as `namedHeaders`: those that
 * `validatedByHandler.headers` names.
 */
export function registerBoundary(app: App): void {
  app.decorateRequest('given')
  app.decorateRequest('namedHeaders', {
    getter(this: FastifyRequest) {
      return headersNamedBy(this.routeOptions.config.validatedByHandler?.headers, this.raw.headers)
    },
  })
  app.addHook('preHandler', (request, _reply, done) => {
    const { schema, config } = request.routeOptions
    const { body, query } = request
    const { validatedByHandler } = config
    const isValidatedByHandler = validatedByHandler?.body || validatedByHandler?.querystring
    request.given = isValidatedByHandler
      ? { body: validatedByHandler.body && body, query: validatedByHandler.querystring && query }
      : NO_PARTS
    if (!schema?.body) request.body = undefined
    if (!schema?.querystring) request.query = NOTHING
    if (!schema?.params) request.params = NOTHING
    done()
  })
}

const namesBySchema = new WeakMap<TSchema, string[]>()

function headersNamedBy(schema: TSchema | undefined, headers: IncomingHttpHeaders): NamedHeaders {
  if (!schema) return NOTHING
  const named: IncomingHttpHeaders = {}
  for (const name of namesOf(schema)) if (Object.hasOwn(headers, name)) named[name] = headers[name]
  return named
}

function namesOf(schema: TSchema): string[] {
  const { properties } = schema as { properties: Record<string, unknown> }
  const names = namesBySchema.get(schema) ?? Object.keys(properties).map(name => name.toLowerCase())
  namesBySchema.set(schema, names)
  return names
}

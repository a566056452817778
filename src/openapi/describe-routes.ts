/** GET /openapi.json: the API description, generated from the registered routes, so that it always matches them. */

import packageJson from '../../package.json' with { type: 'json' }
import type { App } from '../http/fastify-types.ts'
import { describeApi } from '../http/service.docs.ts'
import { type About, openapiDocument } from './document.ts'
import recorded from './recorded-responses.json' with { type: 'json' }
import type { RecordedResponses } from './responses.ts'
import type { Route } from './route.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
/** The URL of the server whose responses are recorded. */
const RECORDED_AT = 'http://localhost:8080'

/** Returns the API description of the routes that are registered before the first call, which builds it. */
export type ReadDescription = () => object

/**
 * Collects every route that is registered after this call, and registers GET /openapi.json.
 *
 * @param about the public URL of the service, and the name of the session cookie
 * @returns a function that returns the API description
 */
export function describeRoutes(app: App, { url, cookieName }: Omit<About, 'version'>): ReadDescription {
  const routes: Route[] = []
  app.addHook('onRoute', ({ method, url, schema = {}, config = {} }) => {
    if (typeof method === 'string' && METHODS.includes(method) && !config.isUndescribed) {
      routes.push({ method, url, schema: schema as Route['schema'], config })
    }
  })
  let document: object | undefined
  let text: string | undefined
  const read = () =>
    (document ??= openapiDocument(routes, { version: packageJson.version, url, cookieName }, responsesAt(url)))

  app.get('/openapi.json', { config: { access: 'public', docs: describeApi } }, async (_request, reply) => {
    text ??= JSON.stringify(read())
    return reply.type('application/json').send(text)
  })
  return read
}

/** The recorded responses, with this URL instead of the recorded one. */
function responsesAt(url: string): RecordedResponses {
  const text = JSON.stringify(recorded).replaceAll(RECORDED_AT, JSON.stringify(url).slice(1, -1))
  return JSON.parse(text) as RecordedResponses
}

/** GET /openapi.json: the API description, written from the routes themselves, so that it cannot say anything else than they do. */

import packageJson from '../../package.json' with { type: 'json' }
import type { App } from '../http/fastify-types.ts'
import { describeApi } from '../http/service.docs.ts'
import { type About, openapiDocument } from './document.ts'
import recorded from './recorded-responses.json' with { type: 'json' }
import type { RecordedAnswers } from './responses.ts'
import type { Route } from './route.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
/** Where the server was reached whose answers are recorded. */
const RECORDED_AT = 'http://localhost:8080'

/** Gives the description of the routes registered by then, built at the first call. */
export type ReadDescription = () => object

/** Collects every route registered from now on, and serves their description. */
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
    (document ??= openapiDocument(routes, { version: packageJson.version, url, cookieName }, answersAt(url)))

  app.get('/openapi.json', { config: { access: 'public', docs: describeApi } }, async (_request, reply) => {
    text ??= JSON.stringify(read())
    return reply.type('application/json').send(text)
  })
  return read
}

/** The recorded answers, as a server at this address gives them. */
function answersAt(url: string): RecordedAnswers {
  const text = JSON.stringify(recorded).replaceAll(RECORDED_AT, JSON.stringify(url).slice(1, -1))
  return JSON.parse(text) as RecordedAnswers
}

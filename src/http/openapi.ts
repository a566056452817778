/** GET /openapi.json: the API description, written from the routes themselves, so that it cannot say anything else than they do. */

import packageJson from '../../package.json' with { type: 'json' }
import type { App } from './app.ts'
import { openapiDocument, type Route } from './openapi.document.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Collects every route registered from now on, and serves their description. @param publicUrl where clients reach the service */
export function describeRoutes(app: App, publicUrl: string): void {
  const routes: Route[] = []
  app.addHook('onRoute', ({ method, url, schema = {}, config = {} }) => {
    if (typeof method === 'string' && METHODS.includes(method) && !config.isUndescribed) {
      routes.push({ method, url, schema: schema as Route['schema'], config })
    }
  })
  let text: string | undefined

  app.get(
    '/openapi.json',
    { config: { access: 'public', describes: { answers: { 200: 'application/json' } } } },
    async (_request, reply) => {
      text ??= JSON.stringify(openapiDocument(routes, { version: packageJson.version, url: publicUrl }))
      return reply.type('application/json').send(text)
    },
  )
}

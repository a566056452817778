/** Answers 404 to requests without a route, before their body is read. */

import { type Refusal, refusal } from '../../errors.ts'
import type { App } from '../fastify-types.ts'

/** Registers the 404 responses: for paths without a route, and for missing resources of a route, such as a picture. */
export function registerNotFound(app: App): void {
  app.addHook('onRequest', async ({ is404, raw }) => {
    // The asterisk form addresses the whole server (RFC 9112 section 3.2.4); the router would read it as the path /, also with a query.
    if (is404 || (raw.url?.startsWith('*') && raw.method !== 'OPTIONS')) throw notFound()
  })
  app.setNotFoundHandler(async () => {
    throw notFound()
  })
}

function notFound(): Refusal {
  return refusal('not_found')
}

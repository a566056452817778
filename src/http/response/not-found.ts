/** Answers 404 where there is no route, whatever the body is: before it is read. */

import { type Refusal, refusal } from '../../errors.ts'
import type { App } from '../fastify-types.ts'

/** Refuses paths that no route takes, and what a route finds missing, such as a picture. */
export function registerNotFound(app: App): void {
  app.addHook('onRequest', async ({ is404, raw }) => {
    // The asterisk stands for the server as a whole (RFC 9112 section 3.2.4); the router takes it for the path /.
    if (is404 || (raw.url === '*' && raw.method !== 'OPTIONS')) throw notFound()
  })
  app.setNotFoundHandler(async () => {
    throw notFound()
  })
}

function notFound(): Refusal {
  return refusal('not_found', 'There is nothing at this path.')
}

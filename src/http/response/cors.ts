/** CORS: pages of the configured origins may call some paths. A preflight permits every header that it asks for. */

import type { IncomingHttpHeaders } from 'node:http'
import cors, { type FastifyCorsOptions } from '@fastify/cors'
import type { App } from '../fastify-types.ts'
import { IDEMPOTENCY_REPLAYED } from '../request/idempotency-key.ts'
import { REQUEST_ID } from '../request/request-id.ts'
import { pathOf } from '../request/request-target.ts'

/** The headers of responses that pages may read, besides those that every page may read. */
export const EXPOSED_HEADERS = ['ETag', IDEMPOTENCY_REPLAYED, 'Retry-After', REQUEST_ID]

const shared: FastifyCorsOptions = {
  methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
  exposedHeaders: EXPOSED_HEADERS,
  maxAge: 600,
}

/**
 * Registers CORS, before authorisation, so that a page can read why its request was refused. Without origins it has no effect.
 * @param isReadable whether the pages may call a path
 */
export async function registerCors(app: App, isReadable: (path: string) => boolean, origins: string[]): Promise<void> {
  if (origins.length === 0) return
  await app.register(cors, {
    delegator: ({ url, headers }, done) =>
      done(null, {
        ...shared,
        origin: isReadable(pathOf(url)) ? origins : false,
        preflight: isPreflight(headers),
      }),
  })
}

/** Whether an OPTIONS request is a CORS-preflight request (Fetch standard); others get the response of the route, 405. */
function isPreflight(headers: IncomingHttpHeaders): boolean {
  return headers.origin !== undefined && headers['access-control-request-method'] !== undefined
}

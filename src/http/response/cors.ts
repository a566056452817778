/** Lets pages of configured origins call the storefront API; every other path stays closed to them. */

import type { IncomingHttpHeaders } from 'node:http'
import cors, { type FastifyCorsOptions } from '@fastify/cors'
import type { App } from '../fastify-types.ts'

const shared: FastifyCorsOptions = {
  methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
  exposedHeaders: ['Retry-After'],
  maxAge: 600,
}

/** Registered before authorisation, so that a page can read why it was refused. Does nothing without origins. */
export async function registerCors(app: App, prefix: string, origins: string[]): Promise<void> {
  if (origins.length === 0) return
  await app.register(cors, {
    delegator: ({ url, headers }, done) =>
      done(null, {
        ...shared,
        origin: url.startsWith(`${prefix}/`) ? origins : false,
        preflight: isPreflight(headers),
      }),
  })
}

/** An OPTIONS request without these is none (Fetch standard, CORS-preflight request): it gets the route's own answer, 405. */
function isPreflight(headers: IncomingHttpHeaders): boolean {
  return headers.origin !== undefined && headers['access-control-request-method'] !== undefined
}

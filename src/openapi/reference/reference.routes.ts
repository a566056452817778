/** GET /docs: the API reference as HTML. It has the content of /openapi.json, and runs no scripts. */

import type { App } from '../../http/fastify-types.ts'
import { readReferenceStylesheet, showReference } from '../../http/service.docs.ts'
import type { ReadDescription } from '../openapi.ts'
import type { Api } from './api.ts'
import { renderReference } from './page.ts'

const STYLESHEET = '/docs/reference.css'
const POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * Registers the page, which is rendered at the first request, and its stylesheet.
 *
 * @param readDescription returns the API description
 */
export function referenceRoutes(app: App, readDescription: ReadDescription): void {
  let page: string | undefined

  app.get('/docs', { config: { access: 'public', docs: showReference } }, async (_request, reply) => {
    page ??= renderReference(readDescription() as Api, STYLESHEET)
    return reply.header('Content-Security-Policy', POLICY).type('text/html; charset=utf-8').send(page)
  })

  app.get(STYLESHEET, { config: { access: 'public', docs: readReferenceStylesheet } }, (_request, reply) =>
    reply.sendFile('reference.css', import.meta.dirname, { maxAge: '1h' }),
  )
}

/** The files that the pages of several doors share: tokens, styles and components, and the ES modules of Preact and htm. */

import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Type from 'typebox'
import type { App } from '../http/fastify-types.ts'

const BROWSER = join(import.meta.dirname, 'browser')
/** Packages whose ES modules the pages import. Each is one file that imports nothing. */
const VENDORS = ['preact', 'htm']

const config = { access: 'public', isUndescribed: true } as const
const FilePath = Type.Object({ '*': Type.String() })

/** Registers the files. A cache asks for them each time, by their ETag: a new release has other ones at the same paths. */
export function uiRoutes(app: App): void {
  app.get('/ui/browser/*', { config, schema: { params: FilePath } }, ({ params }, reply) =>
    reply.sendFile(params['*'], BROWSER, { maxAge: 0 }),
  )
  for (const name of VENDORS) {
    const file = fileURLToPath(import.meta.resolve(name))
    app.get(`/ui/vendor/${name}.mjs`, { config }, (_request, reply) =>
      reply.sendFile(basename(file), dirname(file), { maxAge: 0 }),
    )
  }
}

/** The files of `web/` that browsers load, below /ui/, and the ES modules of Preact and htm. */

import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Type from 'typebox'
import type { App } from '../http/fastify-types.ts'

/** The folder beside `src`, in a clone as in the package. */
export const WEB = join(import.meta.dirname, '../../web')
/** Packages whose ES modules the pages import. Each is one file that imports nothing. */
const VENDORS = ['preact', 'htm']

const config = { access: 'public', isUndescribed: true } as const
const FilePath = Type.Object({ '*': Type.String() })

/**
 * Registers the files of open doors, and those that all share. Their paths mirror `web/`, so that a relative import is the same for the browser,
 * `tsc` and Node.js. A cache asks for them each time, by their ETag: a new release has other ones at the same paths.
 */
export function webFileRoutes(app: App, isOpen: { office: boolean; playground: boolean }): void {
  const doors = (['office', 'playground'] as const).filter(door => isOpen[door])
  if (doors.length === 0) return
  for (const folder of ['ui', ...doors]) {
    app.get(`/ui/${folder}/*`, { config, schema: { params: FilePath } }, ({ params }, reply) =>
      reply.sendFile(params['*'], join(WEB, folder), { maxAge: 0 }),
    )
  }
  for (const name of VENDORS) {
    const file = fileURLToPath(import.meta.resolve(name))
    app.get(`/ui/vendor/${name}.mjs`, { config }, (_request, reply) =>
      reply.sendFile(basename(file), dirname(file), { maxAge: 0 }),
    )
  }
}

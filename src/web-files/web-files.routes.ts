/** The files of the pages below /ui/, and in a clone the ES modules of the packages that they import. */

import { basename, dirname, join } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { createGzip } from 'node:zlib'
import type { onSendAsyncHookHandler, onSendHookHandler } from 'fastify'
import Type from 'typebox'
import type { App } from '../http/fastify-types.ts'
import type { PageSet } from './page-document.ts'
import { isBundled, PAGES } from './page-folder.ts'

/** Packages whose ES modules the pages import. Each is one file that imports nothing. */
const VENDORS = ['preact', 'htm', 'lean-qr']
/** A bundle never changes. A file of a clone does, under the same name: a cache asks for it each time, by its ETag. */
const CACHED = isBundled ? { immutable: true, maxAge: '365d' } : { maxAge: 0 }

const headers = Type.Object({ 'accept-encoding': Type.String() })
const config = { access: 'public', isUndescribed: true, validatedByHandler: { headers } } as const
const FilePath = Type.Object({ '*': Type.String() })

/**
 * Registers the files of the sets of pages that are open, and those that all share. In a clone their paths mirror `web/`, so that a relative import is the same for the
 * browser, `tsc` and Node.js.
 */
export function webFileRoutes(app: App, open: readonly PageSet[]): void {
  if (open.length === 0) return
  const onSend = isBundled ? readWhole : compress
  for (const folder of ['ui', ...open]) {
    app.get(`/ui/${folder}/*`, { config, onSend, schema: { params: FilePath } }, ({ params }, reply) =>
      reply.sendFile(params['*'], join(PAGES, folder), CACHED),
    )
  }
  if (isBundled) return
  for (const name of VENDORS) {
    const file = fileURLToPath(import.meta.resolve(name))
    app.get(`/ui/vendor/${name}.mjs`, { config, onSend }, (_request, reply) =>
      reply.sendFile(basename(file), dirname(file), CACHED),
    )
  }
}

/** Compresses a file of a clone as it is sent; bundles have compressed copies, which @fastify/static chooses. */
const compress: onSendHookHandler<unknown> = (request, reply, file, done) => {
  // A file that cannot be read has become a refusal.
  if (reply.statusCode !== 200) reply.removeHeader('Content-Encoding')
  if (reply.statusCode !== 200 || !acceptsGzip(request.namedHeaders['accept-encoding'])) return done(null, file)
  reply.header('Content-Encoding', 'gzip').removeHeader('Content-Length')
  done(null, request.method === 'GET' && file instanceof Readable ? pipeline(file, createGzip(), () => {}) : file)
}

/** Reads a bundle at once: a stream of more than a connection takes would be a request under way until the client has read it. */
const readWhole: onSendAsyncHookHandler<unknown> = async ({ method }, reply, file) =>
  method === 'GET' && reply.statusCode === 200 && file instanceof Readable ? buffer(file) : file

function acceptsGzip(header = ''): boolean {
  return header.split(',').some(each => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(each))
}

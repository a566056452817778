/** Serves the placeholder picture and the sample shop's pictures, so that every cart item has a picture that loads. */

import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import type { App } from './fastify-types.ts'
import * as docs from './service.docs.ts'

const ImagePath = Type.Object({ file: Type.String() })
const SAMPLE = join(import.meta.dirname, '../../sample/images')

/** Registers `/images/placeholder.png` and `/images/sample/…`, which pages and apps of any origin may embed. */
export async function imageRoutes(app: App): Promise<void> {
  const access = 'public'
  const send = (reply: FastifyReply, file: string) =>
    reply.header('Cross-Origin-Resource-Policy', 'cross-origin').sendFile(file)
  await app.register(fastifyStatic, {
    root: SAMPLE,
    serve: false,
    maxAge: '1d',
    acceptRanges: false,
    preCompressed: true,
  })

  app.get('/images/placeholder.png', { config: { access, docs: docs.readPlaceholder } }, (_request, reply) =>
    send(reply, 'placeholder.png'),
  )

  app.get(
    '/images/sample/:file',
    { config: { access, docs: docs.readSamplePicture }, schema: { params: ImagePath } },
    ({ params }, reply) => send(reply, params.file),
  )
}

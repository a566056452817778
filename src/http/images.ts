/** Serves the placeholder and the sample shop's pictures, so that every cart item has a picture that loads. */

import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import Type from 'typebox'
import type { App } from './app.ts'

const ImagePath = Type.Object({ file: Type.String() })
const SAMPLE = join(import.meta.dirname, '../../sample/images')

/** Registers `/images/placeholder.png` and `/images/sample/…`. */
export async function imageRoutes(app: App): Promise<void> {
  const config = { access: 'public' } as const
  await app.register(fastifyStatic, { root: SAMPLE, serve: false, maxAge: '1d' })

  app.get('/images/placeholder.png', { config }, (_request, reply) => reply.sendFile('placeholder.png'))

  app.get('/images/sample/:file', { config, schema: { params: ImagePath } }, ({ params }, reply) =>
    reply.sendFile(params.file),
  )
}

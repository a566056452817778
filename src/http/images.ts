/** Serves the placeholder and the sample shop's pictures, so that every cart item has a picture that loads. */

import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { App } from './app.ts'

const SAMPLE = join(import.meta.dirname, '../../sample/images')

/** Registers `/images/placeholder.png` and `/images/sample/…`. */
export async function imageRoutes(app: App): Promise<void> {
  const day = { cacheControl: true, maxAge: '1d', index: false } as const
  await app.register(async scope => {
    scope.addHook('onRoute', route => {
      route.config = { ...route.config, access: 'public' }
    })
    await scope.register(fastifyStatic, { root: SAMPLE, prefix: '/images/sample/', ...day })
    scope.get('/images/placeholder.png', (_request, reply) => reply.sendFile('placeholder.png'))
  })
}

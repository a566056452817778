/** Answers 405 with `Allow` to other methods on known paths (RFC 9110 section 15.5.6); Fastify alone answers 404. */

import { METHODS as KNOWN_METHODS } from 'node:http'
import type { FastifyContextConfig, HTTPMethods } from 'fastify'
import { refusal } from '../../errors.ts'
import type { App } from '../fastify-types.ts'

/** All methods of Node.js except CONNECT, which never reaches a route. */
const METHODS = KNOWN_METHODS.filter(each => each !== 'CONNECT') as HTTPMethods[]

/**
 * Collects the routes that are registered from now on. CORS answers preflights before these routes.
 * @returns the function that registers the 405 routes; call it once, after the last route
 */
export function registerMethodNotAllowed(app: App): () => void {
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  const known = new Map<string, { methods: Set<string>; config: FastifyContextConfig }>()
  app.addHook('onRoute', ({ url, method, config }) => {
    if (method === 'OPTIONS') return
    const route = known.get(url) ?? {
      methods: new Set(),
      config: { ...config, access: 'public' as const, isUndescribed: true as const },
    }
    for (const each of [method].flat()) route.methods.add(each)
    known.set(url, route)
  })
  return () => {
    for (const [url, { methods, config }] of [...known]) {
      const others = METHODS.filter(each => !methods.has(each))
      const Allow = [...methods].join(', ')
      app.route({
        method: others,
        url,
        config,
        // In onRequest, before the body is read: the body does not matter.
        onRequest: async () => {
          throw refusal('method_not_allowed', `This path takes ${Allow}.`, { Allow })
        },
        handler: async () => {},
      })
    }
  }
}

/** Answers 405 with Allow on known paths (RFC 9110 section 15.5.6); Fastify alone would say 404. */

import type { FastifyContextConfig, HTTPMethods } from 'fastify'
import { refuse } from '../errors.ts'
import type { App } from './app.ts'

const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * Watches routes being registered. Call the result once after the last of them.
 * @param preflights whether OPTIONS is answered elsewhere, by CORS
 */
export function refuseOtherMethods(app: App, preflights: boolean): () => void {
  const offered: HTTPMethods[] = preflights ? METHODS : [...METHODS, 'OPTIONS']
  const known = new Map<string, { methods: Set<string>; config: FastifyContextConfig }>()
  app.addHook('onRoute', ({ url, method, config }) => {
    if (method === 'OPTIONS') return
    const route = known.get(url) ?? { methods: new Set(), config: { ...config, access: 'public' as const } }
    for (const each of [method].flat()) route.methods.add(each)
    known.set(url, route)
  })
  return () => {
    for (const [url, { methods, config }] of [...known]) {
      const others = offered.filter(each => !methods.has(each))
      const Allow = [...methods].join(', ')
      app.route({
        method: others,
        url,
        config,
        // Before the body is read: what it says does not matter.
        onRequest: async () => {
          throw refuse('method_not_allowed', `This path takes ${Allow}.`, { Allow })
        },
        handler: async () => {},
      })
    }
  }
}

/** Lists the routes of the real application, so that a new one cannot escape the tests that hold for all. */

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'

export interface Route {
  method: string
  url: string
  /** Who may call it, as the route itself says. */
  access: string
}

/** Runs a function that builds an application, and gives its result and the routes that were registered meanwhile. */
export async function withRoutes<T>(build: () => Promise<T>): Promise<{ built: T; routes: Route[] }> {
  const routes: Route[] = []
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url, config }) => {
      for (const each of [method].flat()) routes.push({ method: each, url, access: config?.access ?? 'public' })
    })
  }
  subscribe('fastify.initialization', watch)
  try {
    return { built: await build(), routes }
  } finally {
    unsubscribe('fastify.initialization', watch)
  }
}

/** An address of a route: its parameters get a value that names nothing. */
export function addressOf({ url }: Route): string {
  return url.replace(/:\w+/g, '404').replace(/^\*$|\/\*$/, '/x')
}

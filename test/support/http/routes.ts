/** Lists the routes of the real application, so that tests for all routes include every new route. */

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'

/** A registered route. */
export interface Route {
  method: string
  url: string
  /** The access kind in the configuration of the route. */
  access: string
}

/** Runs a function that builds an application. @returns its result, and the routes that it registered */
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

/** Runs a function that builds an application, in which the routes of a path have no access rule. */
export async function withoutAccessRule<T>(path: string, build: () => Promise<T>): Promise<T> {
  const forget = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', route => {
      if (route.url === path) Object.assign(route, { config: { ...route.config, access: undefined } })
    })
  }
  subscribe('fastify.initialization', forget)
  try {
    return await build()
  } finally {
    unsubscribe('fastify.initialization', forget)
  }
}

/** The path of a route with `404` as the value of each parameter, which is the id of no record. */
export function addressOf({ url }: Route): string {
  return url.replace(/:\w+/g, '404').replace(/^\*$|\/\*$/, '/x')
}

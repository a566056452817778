/** Shared readings of the metrics under concurrent requests. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import Fastify from 'fastify'
import type { App } from '../http/fastify-types.ts'
import { metricsRoutes } from './metrics.routes.ts'
import { createMetrics } from './metrics.ts'

const REQUESTS = 100

describe('GET /metrics', () => {
  it('answers all requests that arrive during a reading with the next reading', async () => {
    const metrics = createMetrics()
    const firstEnds = Promise.withResolvers<void>()
    let [readings, arrived] = [0, 0]
    const read = async () => {
      if (readings++ === 0) await firstEnds.promise
      return metrics.read()
    }
    const app = Fastify().addHook('preHandler', async () => void arrived++)
    metricsRoutes(app as unknown as App, { ...metrics, read })
    const ask = async () => (await app.inject('/metrics')).body
    const first = ask()
    while (readings < 1) await turn()
    const others = Array.from({ length: REQUESTS }, ask)
    while (arrived < 1 + REQUESTS) await turn()
    await turn()
    firstEnds.resolve()
    for (const body of await Promise.all([first, ...others])) assert.match(body, /^sepet_build_info/m)
    assert.equal(readings, 2)
  })
})

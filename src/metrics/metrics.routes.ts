/** GET /metrics for Prometheus, and the measurement of requests. */

import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal, type RefusalCode, StacklessError } from '../errors.ts'
import type { App } from '../http/fastify-types.ts'
import { toRefusal } from '../http/response/error-handler.ts'
import * as docs from '../http/service.docs.ts'
import type { Metrics } from './metrics.ts'

/** Registers the measurement of response times, and of failures by code. Methods without a route share one label, `other`. */
export function measureRequests(app: App, { observeRequest, countFailure }: Metrics): void {
  const codes = new WeakMap<object, RefusalCode | undefined | null>()
  app.addHook('onError', async (request, _reply, error) => {
    codes.set(request, isOther(error) ? null : toRefusal(error).violations[0]?.code)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { url } = request.routeOptions
    const { statusCode: status, elapsedTime } = reply
    const method = url === undefined || status === 405 ? 'other' : request.method
    const code = codes.get(request)
    if (status >= 500 && code !== null) countFailure(code ?? 'internal_error')
    observeRequest({ method, route: url ?? 'none', status, seconds: elapsedTime / 1000 })
    done()
  })
}

/** Whether an error is an answer without a code of the API, which its room counts: an agent is told to come later, and nothing has failed. */
function isOther(error: unknown): boolean {
  return error instanceof StacklessError && !(error instanceof Refusal)
}

/** Registers the endpoint, which requires `METRICS_TOKEN` in production. */
export function metricsRoutes(app: App, { contentType, read }: Metrics): void {
  const config = { access: 'metrics', docs: docs.readMetrics } as const
  const readShared = shared(read)

  app.get('/metrics', { config, logLevel: 'warn' }, async (_request, reply) => {
    reply.type(contentType)
    return readShared()
  })
}

/** Pause after a reading, in multiples of its duration: 4 ms of CPU time, 20 ms with 1,500 connections; it is never refused. */
const REST = 4

/** Shares a reading among the requests that arrive before it begins, and limits readings to a fifth of the time. */
function shared(read: () => Promise<string>): () => Promise<string> {
  let next: Promise<string> | undefined
  let earliest = 0
  const begin = async () => {
    await sleep(Math.max(0, earliest - performance.now()))
    next = undefined
    const begun = performance.now()
    const text = await read()
    const ended = performance.now()
    earliest = ended + REST * (ended - begun)
    return text
  }
  return () => (next ??= begin())
}

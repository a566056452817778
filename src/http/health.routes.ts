/** GET /health/live and /health/ready, for supervisors that restart the process and balancers that route to it. */

import Type from 'typebox'
import { refusal } from '../errors.ts'
import type { App } from './fastify-types.ts'
import * as docs from './service.docs.ts'

const Health = Type.Object({ status: Type.Literal('ok') })

/**
 * Registers the health endpoints.
 * @param isReady whether the database responds, and its schema is current and not distributed in part
 * @param isDraining whether the process is about to stop, so that balancers should route elsewhere
 */
export function healthRoutes(app: App, isReady: () => Promise<boolean>, isDraining: () => boolean): void {
  const options = { schema: { response: { 200: Health } }, logLevel: 'warn' } as const
  const live = { access: 'public', docs: docs.checkLive } as const
  const ready = { access: 'public', docs: docs.checkReady } as const

  // Concurrent requests share one check, so that frequent probes cost the database next to nothing.
  let checking: Promise<boolean> | undefined
  const checkOnce = () => (checking ??= isReady().finally(() => (checking = undefined)))

  app.get('/health/live', { ...options, config: live }, async () => ({ status: 'ok' as const }))

  app.get('/health/ready', { ...options, config: ready }, async () => {
    if (isDraining()) throw refusal('unavailable', 'The process is about to stop.', { 'Retry-After': '5' })
    if (await checkOnce()) return { status: 'ok' as const }
    throw refusal(
      'unavailable',
      'The database schema is behind, or distributed in part: run `sepet migrate`, on Citus with `--distribute`.',
      { 'Retry-After': '5' },
    )
  })
}

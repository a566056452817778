/** GET /health/live and /health/ready, for supervisors that restart the process and balancers that route to it. */

import Type, { type Static } from 'typebox'
import { refusal } from '../errors.ts'
import type { App } from './fastify-types.ts'
import * as docs from './service.docs.ts'

const Health = Type.Object({ status: Type.Literal('ok') })
/** Reads are served from a disk that is full: the detail says why writes are not. */
const Ready = Type.Object({ status: Type.Literal('ok'), detail: Type.Optional(Type.String()) })

/** What readiness depends on. */
export interface Readiness {
  /** Whether the database responds, and its schema is current and not distributed in part. */
  isReady: () => Promise<boolean>
  /** Whether the process is about to stop, so that balancers should route elsewhere. */
  isDraining: () => boolean
  /** The detail of what was wrong with the disk of the database in the last minute. */
  diskFault: () => string | undefined
}

/** Registers the health endpoints. */
export function healthRoutes(app: App, { isReady, isDraining, diskFault }: Readiness): void {
  const options = { logLevel: 'warn' } as const
  const live = { access: 'public', docs: docs.checkLive } as const
  const ready = { access: 'public', docs: docs.checkReady } as const

  // Concurrent requests share one check, so that frequent probes cost the database next to nothing.
  let checking: Promise<boolean> | undefined
  const checkOnce = () => (checking ??= isReady().finally(() => (checking = undefined)))

  app.get('/health/live', { ...options, schema: { response: { 200: Health } }, config: live }, async () => ({
    status: 'ok' as const,
  }))

  app.get('/health/ready', { ...options, schema: { response: { 200: Ready } }, config: ready }, async () => {
    if (isDraining()) throw refusal('unavailable', 'The process is about to stop.', { 'Retry-After': '5' })
    if (await checkOnce()) return readyWith(diskFault())
    throw refusal(
      'unavailable',
      'The database schema is behind, or distributed in part: run `sepet migrate`, on Citus with `--distribute`.',
      { 'Retry-After': '5' },
    )
  })
}

function readyWith(detail: string | undefined): Static<typeof Ready> {
  return detail === undefined ? { status: 'ok' } : { status: 'ok', detail }
}

/** Gauges of webhooks, which every instance reads from the database. */

import { Gauge, type Registry } from '@prometheus-io/client'

/** What is measured of a webhook. */
export interface WebhookReading {
  webhook: string
  /** Events that are to be sent. */
  pending: number
  /** Age of the oldest one; 0 without any. */
  lagSeconds: number
  /** Whether it was disabled because of its receiver. */
  isDisabled: boolean
  lost: number
}

/** Reads all webhooks. */
export type ReadWebhooks = () => Promise<readonly WebhookReading[]>

/** Age at which a reading is repeated. */
const MAX_AGE_MS = 10_000
/** Time for a reading: an unavailable database must not delay the other metrics. */
const TIMEOUT_MS = 2_000

/** Registers the gauges. They have no series while the database cannot be read. */
export function watchWebhooks(registry: Registry, readAll: ReadWebhooks): void {
  const readShared = shared(readAll)
  const gauge = (name: string, help: string, read: (reading: WebhookReading) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['webhook'],
      registers: [registry],
      // Every worker reads the same database.
      aggregator: 'max',
      async collect() {
        const readings = await readShared()
        this.reset()
        for (const reading of readings) this.set({ webhook: reading.webhook }, read(reading))
      },
    })
  gauge('sepet_webhook_pending_events', 'Events that are to be sent to a webhook.', ({ pending }) => pending)
  gauge(
    'sepet_webhook_lag_seconds',
    'Age of the oldest event that is to be sent to a webhook; 0 without any.',
    ({ lagSeconds }) => lagSeconds,
  )
  gauge(
    'sepet_webhook_disabled',
    'Whether a webhook was disabled because its receiver is gone or has failed for too long.',
    ({ isDisabled }) => (isDisabled ? 1 : 0),
  )
  gauge('sepet_webhook_lost_events', 'Events that were deleted by age before a webhook had them.', ({ lost }) => lost)
}

/** Shares a reading among the gauges and among scrapes that follow each other closely. */
function shared(read: ReadWebhooks): ReadWebhooks {
  let latest: Promise<readonly WebhookReading[]> | undefined
  let readAt = Number.NEGATIVE_INFINITY
  return () => {
    const now = performance.now()
    if (latest && now - readAt < MAX_AGE_MS) return latest
    readAt = now
    latest = withinTime(read()).catch(() => {
      readAt = Number.NEGATIVE_INFINITY
      return []
    })
    return latest
  }
}

async function withinTime<T>(reading: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(reject, TIMEOUT_MS, new Error('The database has not answered in time.'))
  try {
    return await Promise.race([reading, promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Webhooks: their endpoints, their metrics, and their deliveries, which a serving process starts. */

import { randomInt, randomUUID } from 'node:crypto'
import type { Config } from '../config/config.ts'
import type { App } from '../http/fastify-types.ts'
import { createThrottledWarning } from '../http/overload/throttled-warning.ts'
import { toLogEntry } from '../http/response/error-handler.ts'
import { createOutgoing, type Outgoing, systemResolver } from '../outgoing/outgoing.ts'
import { buildVersion } from '../version.ts'
import { type Deliveries, startDeliveries } from '../webhooks/delivery/run-deliveries.delivery.ts'
import { createSender } from '../webhooks/delivery/send-message.delivery.ts'
import { createWorkLimit } from '../webhooks/delivery/work-limit.ts'
import { newSecret } from '../webhooks/signature.crypto.ts'
import { webhookActionRoutes } from '../webhooks/webhook-actions.routes.ts'
import { createWebhookMeasurement } from '../webhooks/webhook-readings.store.ts'
import { webhooksRoutes } from '../webhooks/webhooks.routes.ts'
import { createWebhookStore } from '../webhooks/webhooks.store.ts'
import type { AppDependencies } from './dependencies.ts'

const SECOND_MS = 1_000
const HOUR_MS = 3_600_000
/** First generations: two webhooks of one name, the first of which was deleted, have different ones. */
const MAX_GENERATION = 2 ** 47
/** Statements of deliveries at the same time, so that they leave the database to requests. */
const MAX_STATEMENTS = 2

/** Registers the endpoints and the metrics. */
export function registerWebhooks(app: App, { config, database, metrics, ending, now }: AppDependencies): void {
  const outgoing = createOutgoingOf(config)
  const store = createWebhookStore(database, {
    overlapMs: overlapOf(config),
    newSecret,
    newGeneration: () => randomInt(MAX_GENERATION),
    now,
  })
  webhooksRoutes(app, { store, outgoing, allowHttp: !config.production, publicUrl: config.PUBLIC_URL, ending })
  webhookActionRoutes(app, {
    store,
    send: createSenderOf(config, { app, outgoing, now }),
    timeoutMs: config.WEBHOOK_TIMEOUT_SECONDS * SECOND_MS,
    newTestId: randomUUID,
    now,
    ending,
  })
  metrics.watchWebhooks(createWebhookMeasurement(database, now))
}

/** Starts the deliveries. */
export function startWebhooks(app: App, { config, database, metrics, now }: AppDependencies): Deliveries {
  const warn = createThrottledWarning(app.log, 'webhooks cannot be delivered')
  return startDeliveries({
    database,
    send: createSenderOf(config, { app, outgoing: createOutgoingOf(config), now }),
    settings: {
      waitsMs: config.WEBHOOK_RETRY_SECONDS.map(seconds => seconds * SECOND_MS),
      disableAfterMs: config.WEBHOOK_DISABLE_AFTER_HOURS * HOUR_MS,
    },
    log: app.log,
    count: metrics.countDelivery,
    inTurn: createWorkLimit(MAX_STATEMENTS),
    newOwner: randomUUID,
    onError: error => warn({ err: toLogEntry(error) }),
    now,
    random: Math.random,
  })
}

function createOutgoingOf(config: Config): Outgoing {
  return createOutgoing({
    resolve: systemResolver,
    allowedNetworks: config.WEBHOOK_ALLOWED_NETWORKS,
    allowHttp: !config.production,
  })
}

function createSenderOf(config: Config, { app, outgoing, now }: { app: App; outgoing: Outgoing; now: () => number }) {
  return createSender({
    outgoing,
    log: app.log,
    version: buildVersion(),
    timeoutMs: config.WEBHOOK_TIMEOUT_SECONDS * SECOND_MS,
    overlapMs: overlapOf(config),
    now,
  })
}

function overlapOf({ WEBHOOK_SECRET_OVERLAP_HOURS: hours }: Config): number {
  return hours * HOUR_MS
}

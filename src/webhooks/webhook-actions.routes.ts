/** The endpoints of actions on a webhook: rotate its secret, replay, test. */

import { WEBHOOKS } from '../api-paths.ts'
import { refusal } from '../errors.ts'
import { whilePaused } from '../fairness/served-request.ts'
import type { App } from '../http/fastify-types.ts'
import type { SendMessage } from './delivery/send-message.delivery.ts'
import { notInFeed, readReplay, readRotation } from './read-webhook.ts'
import {
  presentWebhook,
  presentWithSecret,
  ReplayedWebhook,
  RotatedWebhook,
  TestedWebhook,
} from './webhook.document.ts'
import { ReplayInput, RotationInput } from './webhook.schema.ts'
import { aboutToStop, NamePath, unknownWebhook, webhookNameSegment } from './webhook-name.http.ts'
import * as docs from './webhooks.docs.ts'
import type { WebhookStore } from './webhooks.store.ts'

/** Time added to the time limit of an attempt, after which a test that did not report its end no longer blocks another one. */
const TEST_MARGIN_MS = 5_000

interface Dependencies {
  store: WebhookStore
  send: SendMessage
  /** Time limit of an attempt. */
  timeoutMs: number
  /** Returns a random text for the id of a test. */
  newTestId: () => string
  /** Milliseconds since the epoch. */
  now: () => number
  /** Aborted when the server is about to stop. */
  ending: AbortSignal
}

const write = { access: 'webhooks:write', auditedName: 'webhook' } as const
const onRequest = webhookNameSegment.require

/** Registers the endpoints, which need `webhooks:write`. */
export function webhookActionRoutes(app: App, dependencies: Dependencies): void {
  registerRotation(app, dependencies)
  registerReplay(app, dependencies)
  registerTest(app, dependencies)
}

function registerRotation(app: App, { store }: Dependencies): void {
  app.post(
    `${WEBHOOKS}/:name/rotate-secret`,
    {
      config: { ...write, validatedByHandler: { body: RotationInput }, docs: docs.rotateWebhookSecret },
      schema: { params: NamePath, response: { 200: RotatedWebhook } },
      onRequest,
    },
    async ({ params, given }) => {
      const webhook = await store.rotateSecret(params.name, readRotation(given.body))
      if (!webhook) throw unknownWebhook()
      return { data: presentWithSecret(webhook, await store.countPending(webhook)) }
    },
  )
}

function registerReplay(app: App, { store }: Dependencies): void {
  app.post(
    `${WEBHOOKS}/:name/replay`,
    {
      config: { ...write, validatedByHandler: { body: ReplayInput }, docs: docs.replayWebhook },
      schema: { params: NamePath, response: { 200: ReplayedWebhook } },
      onRequest,
    },
    async ({ params: { name }, given, log }) => {
      const replayed = await store.replay(name, readReplay(given.body))
      if (!replayed) throw unknownWebhook()
      if ('lastId' in replayed) throw notInFeed(replayed.lastId)
      const { webhook, skipped } = replayed
      if (skipped > 0) log.warn({ webhook: name, count: skipped }, 'webhook events skipped')
      return { data: presentWebhook(webhook, await store.countPending(webhook)), meta: { skipped } }
    },
  )
}

function registerTest(app: App, { store, send, timeoutMs, newTestId, now, ending }: Dependencies): void {
  app.post(
    `${WEBHOOKS}/:name/test`,
    {
      config: { ...write, docs: docs.testWebhook },
      schema: { params: NamePath, response: { 200: TestedWebhook } },
      onRequest,
    },
    async ({ params }) => {
      const test = await store.beginTest(params.name, Math.ceil(timeoutMs) + TEST_MARGIN_MS)
      if (!test) throw unknownWebhook()
      if (test === 'running') throw refusal('test_running')
      const event = { id: null, type: 'webhook.test', at: now(), actor: null, subject: null, data: {} }
      const message = { id: `test_${newTestId()}`, event, attempt: 1 }
      // A receiver that hangs takes no place among the running requests.
      const sent = await whilePaused(() => send(test.webhook, message, ending), { hasEffect: true }).finally(() =>
        test.end().catch(() => {}),
      )
      if (sent.error === 'aborted') throw aboutToStop()
      return { data: { status: sent.status, error: sent.error, ms: sent.ms } }
    },
  )
}

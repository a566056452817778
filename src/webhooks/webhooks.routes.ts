/** The webhook endpoints of the admin API: list, read, create or replace, delete. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import Type from 'typebox'
import { WEBHOOKS } from '../api-paths.ts'
import { detailOf, Refusal, refusal } from '../errors.ts'
import { whilePaused } from '../fairness/served-request.ts'
import type { App } from '../http/fastify-types.ts'
import { alreadyExists, CreateOnlyHeader, createsOnly } from '../http/request/preconditions.ts'
import { requireDecodable } from '../http/request/query.ts'
import type { Outgoing } from '../outgoing/outgoing.ts'
import { keyset, presentPage } from '../schema/keyset.ts'
import { defineQuery } from '../schema/list-query.ts'
import type { Warning } from '../schema/warnings.ts'
import { readWebhook } from './read-webhook.ts'
import { createUrlCheck } from './receiver-url.delivery.ts'
import {
  CreatedWebhook,
  OneWebhook,
  presentWebhook,
  presentWithSecret,
  SavedWebhook,
  WebhookPage,
} from './webhook.document.ts'
import { WebhookInput } from './webhook.schema.ts'
import type { Webhook } from './webhook.ts'
import { aboutToStop, NamePath, unknownWebhook, webhookNameSegment } from './webhook-name.http.ts'
import * as docs from './webhooks.docs.ts'
import type { WebhookStore } from './webhooks.store.ts'

/** Maximum time for resolving the host of a URL that is saved. */
const RESOLVE_TIMEOUT_MS = 3_000

const pageQuery = defineQuery(keyset('string'))
const keyOf = ({ webhook }: Counted) => [webhook.name]

/** A webhook, and how many events are to be sent to it. */
interface Counted {
  webhook: Webhook
  pending: number
}

/** The dependencies of the endpoints. */
export interface WebhooksDependencies {
  store: WebhookStore
  outgoing: Outgoing
  /** Whether receivers may be reached without TLS. */
  allowHttp: boolean
  publicUrl: string
  /** Aborted when the server is about to stop. */
  ending: AbortSignal
}

/** Registers the endpoints, which need `webhooks:read` for reads and `webhooks:write` for writes. */
export function webhooksRoutes(app: App, dependencies: WebhooksDependencies): void {
  registerReads(app, dependencies)
  registerWrites(app, dependencies)
}

function registerReads(app: App, { store, publicUrl }: WebhooksDependencies): void {
  const access = 'webhooks:read'

  app.get(
    WEBHOOKS,
    {
      config: { access, validatedByHandler: { querystring: pageQuery.schema }, docs: docs.listWebhooks },
      schema: { response: { 200: WebhookPage } },
    },
    async request => {
      requireDecodable(request.url)
      const { limit, after } = pageQuery.read(request.given.query)
      const webhooks = await store.findPage({ after: after?.[0]?.toString(), limit: limit + 1 })
      const rows: Counted[] = []
      for (const webhook of webhooks) {
        rows.push({ webhook, pending: await store.countPending(webhook) })
        // A count reads the index of all pending events, on the embedded engine within this turn.
        await nextTurn()
      }
      const page = { rows, limit, keyOf, url: `${publicUrl}${WEBHOOKS}` }
      return presentPage(page, ({ webhook, pending }) => presentWebhook(webhook, pending))
    },
  )

  app.get(
    `${WEBHOOKS}/:name`,
    {
      config: { access, docs: docs.readWebhook },
      schema: { params: NamePath, response: { 200: OneWebhook } },
      onRequest: webhookNameSegment.require,
    },
    async ({ params }) => {
      const webhook = await store.find(params.name)
      if (!webhook) throw unknownWebhook()
      return { data: presentWebhook(webhook, await store.countPending(webhook)) }
    },
  )
}

function registerWrites(app: App, dependencies: WebhooksDependencies): void {
  const { store, allowHttp, publicUrl } = dependencies
  const write = { access: 'webhooks:write', auditedName: 'webhook' } as const
  const urlCheck = createUrlCheck(allowHttp)

  app.put(
    `${WEBHOOKS}/:name`,
    {
      config: {
        ...write,
        precondition: 'create-only',
        validatedByHandler: { headers: Type.Object(CreateOnlyHeader), body: WebhookInput },
        docs: docs.saveWebhook,
      },
      schema: { params: NamePath, response: { 200: SavedWebhook, 201: CreatedWebhook } },
      onRequest: webhookNameSegment.require,
    },
    async ({ params: { name }, namedHeaders, given }, reply) => {
      const input = readWebhook(name, given.body, urlCheck)
      const { url, types, active = true, secret } = input
      const warnings = [...input.warnings, ...(await warningsOfHost(url, dependencies))]
      const saved = await store.save({ name, url, types, active, secret, createsOnly: createsOnly(namedHeaders) })
      if (saved === 'exists') throw alreadyExists()
      if (saved === 'full') throw refusal('webhooks_full')
      const { webhook, isNew } = saved
      const pending = await store.countPending(webhook)
      if (!isNew) return { data: presentWebhook(webhook, pending), meta: { warnings } }
      reply.code(201).header('Location', `${publicUrl}${WEBHOOKS}/${name}`)
      return reply.send({ data: presentWithSecret(webhook, pending), meta: { warnings } })
    },
  )

  app.delete(
    `${WEBHOOKS}/:name`,
    {
      config: { ...write, docs: docs.deleteWebhook },
      schema: { params: NamePath },
      onRequest: webhookNameSegment.require,
    },
    async ({ params }, reply) => {
      if (!(await store.delete(params.name))) throw unknownWebhook()
      return reply.code(204).send()
    },
  )
}

/** @throws Refusal 422 where every address of the host is refused, and 503 when the server is about to stop */
async function warningsOfHost(
  url: string,
  { outgoing, ending }: Pick<WebhooksDependencies, 'outgoing' | 'ending'>,
): Promise<Warning[]> {
  const limits = { timeoutMs: RESOLVE_TIMEOUT_MS, signal: ending }
  const found = await whilePaused(() => outgoing.checkHost(new URL(url), limits))
  if (found === undefined) return []
  if (found === 'aborted') throw aboutToStop()
  const pointer = '/url'
  if (found === 'dns') return [{ pointer, detail: 'The host of url does not resolve now.' }]
  throw new Refusal({ code: 'address_not_allowed', pointer, detail: detailOf('address_not_allowed') })
}

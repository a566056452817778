/** Webhooks as an administrator manages them, and events to send. */

import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { CUSTOMERS, WEBHOOKS } from '../../../src/api-paths.ts'
import type { Answer, Callable } from '../service/service.ts'
import { PATIENCE_MS } from './receiver.ts'

/** Variables of services whose webhooks reach this machine and are tried again soon. An answer that a test keeps back may take long. */
export const QUICK = {
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  WEBHOOK_RETRY_SECONDS: '0.05,0.1',
  WEBHOOK_TIMEOUT_SECONDS: '30',
}

/** A record of a response. */
export interface WebhookData {
  name: string
  url: string
  types: string[]
  active: boolean
  state: string
  disabledReason: string | null
  failingSince: string | null
  cursor: number
  pending: number
  lost: number
  nextAttemptAt: string | null
  lastSuccess: { at: string; status: number; eventId: number } | null
  lastFailure: { at: string; status: number | null; error: string | null; eventId: number } | null
  createdAt: string
  updatedAt: string
  secret?: string
}

/** A response with one record. */
export interface OneWebhook {
  data: WebhookData
  meta: { warnings: { pointer: string; detail: string }[]; skipped: number }
}

/** Calls an endpoint of webhooks with a token that may read and write them. */
export async function callWebhooks(
  service: Callable,
  method: string,
  path = '',
  body?: unknown,
): Promise<Answer & { json: OneWebhook }> {
  const token = await service.token('admin', { id: 'back-office', scope: 'webhooks:read webhooks:write' })
  const answer = await service.call(method, `${WEBHOOKS}${path}`, { token, ...(body !== undefined && { body }) })
  return answer as Answer & { json: OneWebhook }
}

/** Saves a webhook. @throws AssertionError when it is refused */
export async function saveWebhook(service: Callable, name: string, body: object): Promise<OneWebhook> {
  const answer = await callWebhooks(service, 'PUT', `/${name}`, { types: ['*'], ...body })
  assert.ok(answer.status < 300, answer.text)
  return answer.json
}

/** Reads a webhook. */
export async function readWebhook(service: Callable, name: string): Promise<WebhookData> {
  const answer = await callWebhooks(service, 'GET', `/${name}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.json.data
}

/** Reads a webhook until it is as expected. @throws Error with the webhook after two minutes */
export async function untilWebhook(
  service: Callable,
  name: string,
  isExpected: (webhook: WebhookData) => boolean,
): Promise<WebhookData> {
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(20)) {
    const webhook = await readWebhook(service, name)
    if (isExpected(webhook)) return webhook
    if (Date.now() > end) throw new Error(JSON.stringify(webhook))
  }
}

/** Creates a customer, which records one event of the type `customer.created`. @returns the id of the customer */
export async function createCustomer(service: Callable, fields: object = {}): Promise<number> {
  const token = await service.token('admin', { id: 'back-office' })
  const answer = await service.call('POST', CUSTOMERS, { token, body: fields })
  assert.equal(answer.status, 201, answer.text)
  return (answer.json as { data: { id: number } }).data.id
}

/** Changes a customer, which records one event of the type `customer.updated`. */
export async function renameCustomer(service: Callable, id: number, name: string): Promise<void> {
  const token = await service.token('admin', { id: 'back-office' })
  const answer = await service.call('PUT', `${CUSTOMERS}/${id}`, { token, body: { name } })
  assert.equal(answer.status, 200, answer.text)
}

/** One attempt to send a message to a receiver, with its log line. */

import type { FastifyBaseLogger } from 'fastify'
import type { Outgoing } from '../../outgoing/outgoing.ts'
import { livingSecrets } from '../secrets.ts'
import { signaturesOf } from '../signature.crypto.ts'
import type { Failure, Webhook } from '../webhook.ts'
import { bodyOf, type MessageContent } from './message.ts'

/** Limits of reading the body of an answer. The status in the header has decided whether the event was delivered. */
const MAX_BODY_BYTES = 65_536
const BODY_TIMEOUT_MS = 1_000

/** A message to send. */
export interface Message {
  /** The header `webhook-id`. */
  id: string
  event: MessageContent
  /** Number of the attempt, from 1. */
  attempt: number
}

/** The result of an attempt: the status of the answer, or why there is none. */
export type Sent = { ms: number } & (
  | { status: number; error: null; retryAfter: string | undefined }
  | { status: null; error: Failure | 'aborted' }
)

/** Sends a message once. The signal ends the attempt at once, as `aborted` unless the header of the answer has arrived. */
export type SendMessage = (webhook: Webhook, message: Message, signal: AbortSignal) => Promise<Sent>

interface Dependencies {
  outgoing: Outgoing
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** Version of Sepet. */
  version: string
  timeoutMs: number
  /** How long a replaced secret signs, in milliseconds. */
  overlapMs: number
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Creates the function that sends messages. */
export function createSender({ outgoing, log, version, timeoutMs, overlapMs, now }: Dependencies): SendMessage {
  const request = ({ url, secrets }: Webhook, { id, event }: Message, signal: AbortSignal) => {
    const body = bodyOf(event)
    const at = now()
    const timestamp = Math.floor(at / 1000)
    return outgoing.send({
      url,
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': `Sepet/${version}`,
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signaturesOf({ id, timestamp, body }, livingSecrets(secrets, { now: at, overlapMs })),
      },
      body,
      timeoutMs,
      maxBodyBytes: MAX_BODY_BYTES,
      bodyTimeoutMs: BODY_TIMEOUT_MS,
      signal,
    })
  }

  return async (webhook, message, signal) => {
    const begun = performance.now()
    const outcome = await request(webhook, message, signal)
    const ms = Math.round(performance.now() - begun)
    const sent: Sent =
      'error' in outcome
        ? { status: null, error: outcome.error, ms }
        : { status: outcome.status, error: null, retryAfter: outcome.headers.get('retry-after'), ms }
    if (sent.error !== 'aborted') {
      const { id, event, attempt } = message
      const result = sent.error === null ? { status: sent.status } : { error: sent.error }
      const level = isDelivered(sent) ? 'info' : 'warn'
      log[level]({ webhook: webhook.name, id, type: event.type, ...result, ms, attempt }, 'webhook')
    }
    return sent
  }
}

/** Whether the receiver has answered 2xx. */
export function isDelivered({ status }: Pick<Sent, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300
}

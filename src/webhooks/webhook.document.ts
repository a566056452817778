/** Webhooks of API responses: their schemas, and the presenters that fill them. */

import Type, { type Static, type TSchema } from 'typebox'
import { Id, instant, nullable, oneOf } from '../schema/fields.ts'
import { pageOf } from '../schema/keyset.ts'
import { Warnings } from '../schema/warnings.ts'
import { DISABLED_REASONS, FAILURES, type Outcome, STATES, stateOf, type Webhook } from './webhook.ts'

const status = Type.Integer({ description: 'status of the answer', examples: [204] })
const failure = nullable(
  Type.Enum([...FAILURES], { type: 'string', description: 'what an attempt without an answer failed at' }),
)

const Success = Type.Object({ at: instant('when the event was sent'), status, eventId: Id() })
const Failed = Type.Object({
  at: instant('when the event was sent'),
  status: nullable(status),
  error: failure,
  eventId: Id(),
})

const record = {
  name: Type.String({ examples: ['erp'] }),
  url: Type.String({ examples: ['https://erp.example.com/sepet-events'] }),
  types: Type.Array(Type.String({ examples: ['checkout.*'] })),
  active: Type.Boolean(),
  state: oneOf(...STATES),
  disabledReason: nullable(
    Type.Enum([...DISABLED_REASONS], {
      type: 'string',
      description: 'why nothing is sent: `active` is false, the receiver answered 410, or it has failed for too long',
    }),
  ),
  failingSince: nullable(instant('time of the first failure since the last success')),
  cursor: Type.Integer({ format: 'int64', minimum: 0, description: 'id of the last event that is done' }),
  pending: Type.Integer({ minimum: 0, description: 'events after the cursor that are to be sent' }),
  lost: Type.Integer({ minimum: 0, description: 'events that were deleted by age before they were delivered' }),
  nextAttemptAt: nullable(instant('when the failed event is sent again')),
  lastSuccess: nullable(Success),
  lastFailure: nullable(Failed),
  createdAt: instant('time of creation'),
  updatedAt: instant('time of the last change by an administrator'),
}

const secret = Type.String({
  description: 'the key of the signatures, which no other answer contains',
  examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'],
})
/** A webhook with every field but its secret. */
export const WebhookDocument = Type.Object(record, { title: 'WebhookRecord' })
/** A webhook with its secret. */
export const WebhookWithSecret = Type.Object({ ...record, secret }, { title: 'WebhookWithSecret' })

/** Names of the members of a record: what a read returns is accepted by a write. */
export const RECORD_MEMBERS: readonly string[] = Object.keys(record)

function saved<R extends TSchema>(document: R, title: string) {
  return Type.Object({ data: document, meta: Type.Object({ warnings: Warnings }) }, { title })
}

export const OneWebhook = Type.Object({ data: WebhookDocument }, { title: 'OneWebhook' })
export const RotatedWebhook = Type.Object({ data: WebhookWithSecret }, { title: 'RotatedWebhook' })
export const CreatedWebhook = saved(WebhookWithSecret, 'CreatedWebhook')
export const SavedWebhook = saved(WebhookDocument, 'SavedWebhook')
export const WebhookPage = pageOf(WebhookDocument, 'WebhookPage')
export const ReplayedWebhook = Type.Object(
  {
    data: WebhookDocument,
    meta: Type.Object({
      skipped: Type.Integer({ minimum: 0, description: 'events that were to be sent and are jumped over' }),
    }),
  },
  { title: 'ReplayedWebhook' },
)
export const TestedWebhook = Type.Object(
  {
    data: Type.Object({
      status: nullable(status),
      error: failure,
      ms: Type.Integer({ minimum: 0, description: 'duration of the attempt in milliseconds' }),
    }),
  },
  { title: 'TestedWebhook' },
)

/** Presents a webhook without its secret. @param pending events that are to be sent */
export function presentWebhook(webhook: Webhook, pending: number): Static<typeof WebhookDocument> {
  const { name, url, types, active, disabledReason, cursor, lost, lastSuccess, lastFailure } = webhook
  return {
    name,
    url,
    types: [...types],
    active,
    state: stateOf(webhook),
    disabledReason,
    failingSince: timeOrNull(webhook.failingSince),
    cursor,
    pending,
    lost,
    nextAttemptAt: timeOrNull(webhook.nextAttemptAt),
    lastSuccess: lastSuccess && presentSuccess(lastSuccess),
    lastFailure: lastFailure && { ...lastFailure, at: time(lastFailure.at) },
    createdAt: time(webhook.createdAt),
    updatedAt: time(webhook.updatedAt),
  }
}

/** Presents a webhook with its present secret. */
export function presentWithSecret(webhook: Webhook, pending: number): Static<typeof WebhookWithSecret> {
  return { ...presentWebhook(webhook, pending), secret: webhook.secrets[0]?.secret ?? '' }
}

function presentSuccess({ at, status: given, eventId }: Outcome): Static<typeof Success> {
  return { at: time(at), status: given ?? 0, eventId }
}

function time(at: number): string {
  return new Date(at).toISOString()
}

function timeOrNull(at: number | null): string | null {
  return at === null ? null : time(at)
}

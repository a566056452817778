/** Operation docs of webhooks, with examples. */

import type { OperationDocs } from '../http/operation-docs.ts'
import { nameParameters } from './webhook-name.http.ts'

const given = 'one webhook, erp'
const section = 'Webhooks'
const params = nameParameters
const erp = { name: 'erp' }
const one = { section, params, refuses: ['parameter_invalid', 'webhook_not_found'] } as const

/** GET /webhooks. */
export const listWebhooks: OperationDocs = {
  name: 'listWebhooks',
  section,
  summary: 'List webhooks',
  description:
    'Returns webhooks in the order of their names, with the state of their deliveries and without their secrets. `links.next` continues after the page.',
  refuses: ['parameter_invalid', 'invalid_encoding'],
  examples: { all: { summary: 'All webhooks', given, params: { limit: 20 }, status: 200 } },
}

/** GET /webhooks/:name. */
export const readWebhook: OperationDocs = {
  name: 'readWebhook',
  summary: 'Read a webhook',
  ...one,
  examples: { known: { summary: 'The state of a webhook', given, params: erp, status: 200 } },
}

/** PUT /webhooks/:name. */
export const saveWebhook: OperationDocs = {
  name: 'saveWebhook',
  summary: 'Create or replace a webhook',
  description:
    'A new webhook gets the events that are recorded from now on, in the order of their ids, each until the receiver answers 2xx. Without a `secret` one is generated for a new webhook, and an existing one keeps its own; another `secret` [rotates](#operation/rotateWebhookSecret). The secret is in the 201 answer alone. Replacing a webhook that is disabled, or its URL, begins afresh from the stored cursor. Whoever has the scope `webhooks:write` can read every event. What a read returns can be written back.',
  section,
  params,
  headers: { 201: ['Location'] },
  refuses: ['parameter_invalid', 'webhooks_full', 'address_not_allowed'],
  examples: {
    new: {
      summary: 'A new webhook for all events of orders, whose receiver is not set up yet',
      given: 'no webhook',
      params: erp,
      body: { url: 'https://erp.example.com/sepet-events', types: ['checkout.*', 'product.sold_out'] },
      status: 201,
    },
    off: {
      summary: 'A webhook that is switched off',
      given,
      params: erp,
      body: { url: 'https://erp.example.com/sepet-events', types: ['*'], active: false },
      status: 200,
    },
  },
}

/** DELETE /webhooks/:name. */
export const deleteWebhook: OperationDocs = {
  name: 'deleteWebhook',
  summary: 'Delete a webhook',
  description: 'Nothing is sent any more but the event that is being sent.',
  otherResponses: { 204: null },
  ...one,
  examples: { known: { summary: 'A webhook that is not needed any more', given, params: erp, status: 204 } },
}

/** POST /webhooks/:name/rotate-secret. */
export const rotateWebhookSecret: OperationDocs = {
  name: 'rotateWebhookSecret',
  summary: 'Replace the secret of a webhook',
  description:
    'Returns the webhook with its new secret, which is generated unless the body has one. The last two replaced secrets sign too, for `WEBHOOK_SECRET_OVERLAP_HOURS` each, so that the receiver can change at any time within.',
  ...one,
  examples: { generated: { summary: 'A generated secret', given, params: erp, body: {}, status: 200 } },
}

/** POST /webhooks/:name/replay. */
export const replayWebhook: OperationDocs = {
  name: 'replayWebhook',
  summary: 'Go on from another place in the feed',
  description:
    'The next event is the first one after the id, at once: an earlier id sends events again, a later one passes an event that the receiver never takes. `meta.skipped` counts the events that were to be sent and are jumped over.',
  ...one,
  examples: {
    forward: {
      summary: 'Past the second event',
      given: 'a webhook, erp, that is switched off, and three events that it has not had',
      params: erp,
      body: { after: 2 },
      status: 200,
    },
  },
}

/** POST /webhooks/:name/test. */
export const testWebhook: OperationDocs = {
  name: 'testWebhook',
  section,
  params,
  summary: 'Send a test to a webhook',
  description:
    'Sends `webhook.test` once, whatever the state of the webhook, and changes nothing. The answer is 200 also where the receiver has failed.',
  refuses: ['parameter_invalid', 'webhook_not_found', 'test_running'],
  examples: { failed: { summary: 'A host that does not resolve', given, params: erp, status: 200 } },
}

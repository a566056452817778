/** Names of webhooks in paths, and the refusals of several endpoints. */

import Type from 'typebox'
import { WEBHOOKS } from '../api-paths.ts'
import { type Refusal, refusal } from '../errors.ts'
import { createTextSegment } from '../http/request/text-segment.ts'

/** Path parameters of one webhook. */
export const NamePath = Type.Object({ name: Type.String() })

const PATTERN = '^[a-z0-9][a-z0-9-]{0,63}$'
const rule = '1 to 64 of a to z, 0 to 9 and -, the first a letter or a digit'
const form = new RegExp(PATTERN)

/** The name in paths, for the API description. */
export const nameParameters = Type.Object({
  name: Type.String({ pattern: PATTERN, minLength: 1, maxLength: 64, description: rule }),
})

/** The name in the path. */
export const webhookNameSegment = createTextSegment({
  path: WEBHOOKS,
  name: 'name',
  rule,
  isValid: text => form.test(text),
  hasActions: true,
})

/** Returns the refusal of a name that no webhook has. */
export function unknownWebhook(): Refusal {
  return refusal('webhook_not_found')
}

/** Returns the refusal of a request whose receiver has not answered when the server stops. */
export function aboutToStop(): Refusal {
  return refusal('unavailable', 'The process is about to stop.', { 'Retry-After': '5' })
}

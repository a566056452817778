/** Bodies of writes to webhooks. */

import Type, { type Static } from 'typebox'
import { describedAs } from '../schema/described.ts'
import { flag } from '../schema/fields.ts'
import { TYPE_PATTERN } from './event-types.ts'
import { isSecret, SECRET_PATTERN, SECRET_RULE } from './secrets.ts'

const MAX_TYPES = 50

/** Without a user name and without a fragment. */
const URL_PATTERN = '^https?://[^/?#@\\s]+([/?][^#\\s]*)?$'

const secret = Type.Refine(
  Type.String({
    ...describedAs({ pattern: SECRET_PATTERN }),
    description: SECRET_RULE,
    examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'],
  }),
  isSecret,
)

/** A webhook to save. `read-webhook.ts` checks the URL. */
export const WebhookInput = Type.Object(
  {
    url: Type.String({
      ...describedAs({ format: 'uri', pattern: URL_PATTERN, maxLength: 2048 }),
      description: 'an absolute https URL of at most 2048 characters, without a user name and without a fragment',
      examples: ['https://erp.example.com/sepet-events'],
    }),
    types: Type.Array(
      Type.String({
        pattern: TYPE_PATTERN,
        description: 'a type of events such as "checkout.completed", "checkout.*" for a group, or "*" for all',
        examples: ['checkout.*'],
      }),
      { minItems: 1, maxItems: MAX_TYPES, description: `a list of 1 to ${MAX_TYPES} types of events` },
    ),
    secret: Type.Optional(secret),
    active: Type.Optional(flag),
    name: Type.Optional(Type.String({ description: 'left out, or the name in the path', examples: ['erp'] })),
  },
  { title: 'WebhookInput', description: 'a JSON object' },
)

/** A webhook to save. */
export type WebhookInput = Static<typeof WebhookInput>

export const RotationInput = Type.Object(
  { secret: Type.Optional(secret) },
  { title: 'WebhookRotation', description: 'a JSON object' },
)

export const ReplayInput = Type.Object(
  {
    after: Type.Integer({
      format: 'int64',
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'the id of an event, from 0 to the last one of the feed',
    }),
  },
  { title: 'WebhookReplay', description: 'a JSON object' },
)

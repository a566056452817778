/** Operation docs of the codes of a campaign, with examples from the sample shop. */

import Type from 'typebox'
import type { OperationDocs } from '../../../http/operation-docs.ts'
import { Id } from '../../../schema/fields.ts'
import { MAX_CODES } from './make-codes.store.ts'

const given = 'the coupons and campaigns of the sample shop'
const params = Type.Object({ id: Id() })
const lists = { params, refuses: ['parameter_invalid', 'invalid_encoding', 'campaign_not_found'] } as const

/** POST /campaigns/:id/codes. */
export const createCodes: OperationDocs = {
  name: 'createCodes',
  section: 'Promotions',
  summary: 'Make codes',
  description: `Makes coupons with random codes that are bound to the campaign, all of them or none. The random characters are upper case letters and digits that do not look alike, without I. No code is one of another coupon, or one that ever had uses. Codes with the name of a batch that exists are added to it; without \`batch\` they get a name of their own. A campaign has at most ${MAX_CODES} coupons. A request with an \`Idempotency-Key\` may be repeated for a day: it is answered with what the first one has made.`,
  params,
  headers: { 201: ['Idempotency-Replayed'] },
  refuses: [
    'parameter_invalid',
    'campaign_not_found',
    'campaign_not_bindable',
    'codes_full',
    'codes_exhausted',
    'idempotency_key_reused',
  ],
  refusalExamples: {
    parameter_invalid: {
      header: 'Idempotency-Key',
      detail: 'Must be one key of 1 to 255 ASCII characters from ! to ~, without blanks.',
    },
    idempotency_key_reused: {
      header: 'Idempotency-Key',
      detail: 'The key was sent before, with another body: use a new key for each request for codes.',
    },
  },
  examples: {
    newsletter: {
      summary: 'Single-use codes for a newsletter',
      given,
      params: { id: 6 },
      body: { count: 1_000, prefix: 'YAZ-', endsAt: '2027-09-01T00:00:00+03:00', batch: 'newsletter' },
      status: 201,
    },
  },
}

/** GET /campaigns/:id/codes. */
export const listCodes: OperationDocs = {
  name: 'listCodes',
  section: 'Promotions',
  summary: 'List the codes of a campaign',
  description:
    'Returns the coupons that are bound to the campaign, in the order of the bytes of their folded codes, each with its uses. `links.next` continues after the page. With `filter[used]` a page examines two thousand codes, and may be short or empty although `links.next` is not null. Unknown parameters are refused.',
  ...lists,
  examples: {
    bound: { summary: 'Those of a campaign', given, params: { id: 6, 'filter[code]': 'hoş', limit: 1 }, status: 200 },
  },
}

/** DELETE /campaigns/:id/codes. */
export const switchOffCodes: OperationDocs = {
  name: 'switchOffCodes',
  section: 'Promotions',
  summary: 'Switch a batch off',
  description:
    'The codes of the batch stay, as `active: false`: they apply to no cart from then on. Checkouts keep what they hold. A repeated request switches off what is on, and counts it. A batch of more than 100,000 codes, on the embedded database 10,000, is switched off in several steps: repeat a request that is cut off.',
  ...lists,
  refuses: [...lists.refuses, 'batch_not_found'],
  refusalExamples: {
    parameter_invalid: {
      parameter: 'filter[batch]',
      detail: 'filter[batch] must be the name of a batch, a text of 1 to 100 characters.',
    },
  },
  examples: {
    leaked: {
      summary: 'Codes that were published by mistake',
      given: 'a batch of 100 codes of a campaign of the sample shop',
      params: { id: 6, 'filter[batch]': 'kasim' },
      status: 200,
    },
  },
}

/** GET /campaigns/:id/batches. */
export const listBatches: OperationDocs = {
  name: 'listCodeBatches',
  section: 'Promotions',
  summary: 'List the batches of a campaign',
  description:
    'Returns the batches of codes with their counts, in the order of their names. `links.next` continues after the page, which may end early where the batches are large.',
  ...lists,
  examples: { none: { summary: 'A campaign without codes', given, params: { id: 2 }, status: 200 } },
}

/** Operation docs of coupons and campaigns, with examples from the sample shop. */

import Type from 'typebox'
import type { OperationDocs } from '../../http/operation-docs.ts'
import { MAX_CODE_LENGTH, VISIBLE_TEXT } from '../../model/coupon-code.ts'
import { Id } from '../../schema/fields.ts'
import { codeRule } from './coupon-code-path.http.ts'

const given = 'the coupons and campaigns of the sample shop'
const couponParams = Type.Object({
  code: Type.String({ minLength: 1, maxLength: MAX_CODE_LENGTH, pattern: VISIBLE_TEXT, description: codeRule }),
})
const campaignParams = Type.Object({ id: Id() })

const page = { refuses: ['parameter_invalid', 'invalid_encoding'] } as const
const tiered =
  '`value` is a percentage or an amount; `by` and `tiers` give it by how much is covered, where `from` is decimal text for totals and an integer for pieces.'
const rewards = `A \`reward\` has the members of its \`type\`: \`percent\` and \`fixed\` a \`value\` or \`by\` and \`tiers\`, \`percent\` a \`maximum\`, too; \`buy_x_pay_y\` \`buy\` and \`pay\`; \`buy_x_get_y\` \`buy\`, \`get\`, \`percent\`, \`times\` and \`target\`; \`free_shipping\` none. ${tiered}`
const replaces =
  'A record replaces the stored one completely: fields left out get their defaults, except for `usageCount`, which is kept. `meta.warnings` names each stored value that was reset by leaving it out, and each field that is ignored. A record that is stored already changes nothing.'
const ofUses =
  '`include=uses` adds `meta.uses`, as the list has it: with `usageCount`, the uses that count towards the limit. Unknown parameters are refused.'

/** GET /coupons. */
export const listCoupons: OperationDocs = {
  name: 'listCoupons',
  section: 'Promotions',
  summary: 'List coupons',
  description:
    'Returns coupons in the order of their codes, without regard to case; with `filter[code]` those whose codes begin so, and with `filter[batch]=none` those that are of no batch of codes. `links.next` continues after the page; coupons that are added or deleted meanwhile move no page. A page ends early where its records are very long. Unknown parameters are refused.',
  ...page,
  examples: {
    first: { summary: 'The first two', given, params: { limit: 2 }, status: 200 },
    single: {
      summary: 'One that is of no batch of codes',
      given,
      params: { 'filter[batch]': 'none', limit: 1 },
      status: 200,
    },
  },
}

/** GET /coupons/:code. */
export const readCoupon: OperationDocs = {
  name: 'readCoupon',
  section: 'Promotions',
  summary: 'Read a coupon',
  description: ofUses,
  params: couponParams,
  refuses: ['parameter_invalid', 'invalid_encoding', 'coupon_not_found'],
  examples: { known: { summary: 'A coupon in any spelling', given, params: { code: 'hediye100' }, status: 200 } },
}

/** PUT /coupons/:code. */
export const saveCoupon: OperationDocs = {
  name: 'saveCoupon',
  section: 'Promotions',
  summary: 'Create or replace a coupon',
  description: `Codes are compared without regard to case, the letters \`İ I i ı\` being one, in NFKC and without characters that nobody sees. The coupon is shown with the code of the body, otherwise with the one of the path. ${tiered} \`maximum\` is the most that a percentage takes off. ${replaces}`,
  params: couponParams,
  headers: { 201: ['Location'] },
  refuses: ['parameter_invalid'],
  examples: {
    new: {
      summary: 'A new coupon',
      given,
      params: { code: 'YAZ10' },
      body: { description: 'Yaz indirimi', discountType: 'percent', value: '10', endsAt: '2027-09-01T00:00:00+03:00' },
      status: 201,
    },
    tiered: {
      summary: 'A new coupon that gives more from a higher total on',
      given,
      params: { code: 'BÜYÜK' },
      body: {
        discountType: 'fixed',
        by: 'total',
        tiers: [
          { from: '500', value: '50' },
          { from: '1000', value: '120' },
        ],
      },
      status: 201,
    },
    changed: {
      summary: 'A coupon that loses its usage limit and its conditions',
      given,
      params: { code: 'HEDİYE100' },
      body: { description: '100 TL indirim', discountType: 'fixed', value: '100' },
      status: 200,
    },
  },
}

/** DELETE /coupons/:code. */
export const deleteCoupon: OperationDocs = {
  name: 'deleteCoupon',
  section: 'Promotions',
  summary: 'Delete a coupon',
  description:
    'It applies to no cart from then on; checkouts keep what they hold. Their uses stay: a coupon that is created with the same code continues to count them.',
  params: couponParams,
  otherResponses: { 204: null },
  refuses: ['parameter_invalid', 'coupon_not_found'],
  examples: { expired: { summary: 'A coupon that has expired', given, params: { code: 'BAHAR20' }, status: 204 } },
}

/** GET /campaigns. */
export const listCampaigns: OperationDocs = {
  name: 'listCampaigns',
  section: 'Promotions',
  summary: 'List campaigns',
  description:
    'Returns campaigns in the order of their ids; with `filter[name]` those whose names contain every word. `links.next` continues after the page; campaigns that are added or deleted meanwhile move no page. A page ends early where its records are very long. Unknown parameters are refused.',
  ...page,
  examples: { first: { summary: 'The first one', given, params: { limit: 1 }, status: 200 } },
}

/** GET /campaigns/:id. */
export const readCampaign: OperationDocs = {
  name: 'readCampaign',
  section: 'Promotions',
  summary: 'Read a campaign',
  description: ofUses,
  params: campaignParams,
  refuses: ['parameter_invalid', 'invalid_encoding', 'campaign_not_found'],
  examples: { known: { summary: 'Ten percent off', given, params: { id: 2 }, status: 200 } },
}

/** PUT /campaigns/:id. */
export const saveCampaign: OperationDocs = {
  name: 'saveCampaign',
  section: 'Promotions',
  summary: 'Create or replace a campaign',
  description: `The next request of every cart is priced with it. A campaign that coupons are bound to must remain \`couponBound\`: otherwise 409 \`campaign_in_use\`. ${rewards} ${replaces}`,
  params: campaignParams,
  headers: { 201: ['Location'] },
  refuses: ['parameter_invalid', 'campaign_in_use'],
  examples: {
    new: {
      summary: 'A new campaign on Mondays',
      given,
      params: { id: 30 },
      body: {
        name: 'Pazartesi 50 TL',
        weekdays: [1],
        conditions: { minimumTotal: '500' },
        reward: { type: 'fixed', value: '50' },
      },
      status: 201,
    },
    further: {
      summary: 'A new campaign with the second piece at half the price',
      given,
      params: { id: 22 },
      body: {
        name: 'İkincisi yarı fiyatına',
        conditions: { productIds: [101] },
        reward: { type: 'buy_x_get_y', buy: 1, get: 1, percent: '50' },
      },
      status: 201,
    },
    changed: {
      summary: 'A campaign that loses its maximum',
      given,
      params: { id: 6 },
      body: { name: 'Hoş geldin', couponBound: true, reward: { type: 'percent', value: '15' } },
      status: 200,
    },
  },
}

/** DELETE /campaigns/:id. */
export const deleteCampaign: OperationDocs = {
  name: 'deleteCampaign',
  section: 'Promotions',
  summary: 'Delete a campaign',
  description:
    'It applies to no cart from then on; checkouts keep what they hold. Their uses stay: a campaign that is created with the same id continues to count them. A campaign that coupons are bound to is refused.',
  params: campaignParams,
  otherResponses: { 204: null },
  refuses: ['campaign_not_found', 'campaign_in_use'],
  examples: { over: { summary: 'A campaign that is over', given, params: { id: 5 }, status: 204 } },
}

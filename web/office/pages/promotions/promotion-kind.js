/** The two kinds of promotions, coupons and campaigns: where they are, what they are called, and how a new one begins. */

import { isolate } from '../../format/isolate.js'
import { path } from '../../url.js'
import { campaignFields, campaignUnits, couponFields, couponUnits } from './promotion-fields.js'

/** @typedef {import('./promotion-record.js').PromotionRecord} PromotionRecord */

/**
 * @typedef {object} PromotionKind
 * @property {'coupons' | 'campaigns'} name of its texts, and of its lists
 * @property {'code' | 'id'} keyField
 * @property {(record: PromotionRecord) => string} nameOf what people call it
 * @property {(key: string | number) => string} path below the admin API
 * @property {(key: string | number) => string} page
 * @property {readonly import('./field-kinds.js').PromotionField[]} fields
 * @property {readonly import('./compare-records.js').Unit[]} units that are compared
 * @property {PromotionRecord} blank a new record
 */

/** The name within a sentence. @param {PromotionKind} kind @param {PromotionRecord} record */
export function nameIn(kind, record) {
  return isolate(kind.nameOf(record))
}

/** The kind of a route. @param {import('../../router.js').Params} params */
export function kindOf({ kind }) {
  return kind === 'coupons' ? couponKind : campaignKind
}

const blank = {
  description: '',
  active: true,
  startsAt: null,
  endsAt: null,
  usageLimit: null,
  usageCount: 0,
  audience: null,
  conditions: { minimumTotal: null, minimumQuantity: null, productIds: [] },
}

/** Coupons. @type {PromotionKind} */
const couponKind = {
  name: 'coupons',
  keyField: 'code',
  nameOf: ({ code }) => code,
  path: key => path`/coupons/${key}`,
  // `new` is the page of a new coupon; codes are found in any case.
  page: key => path`/office/coupons/${key === 'new' ? 'NEW' : key}`,
  fields: couponFields,
  units: couponUnits,
  blank: {
    code: '',
    discountType: 'percent',
    value: null,
    by: null,
    tiers: [],
    maximum: null,
    campaignId: null,
    usageLimitPerCustomer: null,
    combinesWithCampaigns: true,
    ...blank,
  },
}

/** Campaigns. @type {PromotionKind} */
const campaignKind = {
  name: 'campaigns',
  keyField: 'id',
  nameOf: ({ name }) => name,
  path: key => path`/campaigns/${key}`,
  page: key => path`/office/campaigns/${key}`,
  fields: campaignFields,
  units: campaignUnits,
  blank: {
    name: '',
    logicalGroup: 0,
    priority: 0,
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    dailyFrom: null,
    dailyTo: null,
    couponBound: false,
    automatic: false,
    combinesWithCoupons: true,
    usageLimitPerCustomer: null,
    reward: { type: 'percent' },
    ...blank,
  },
}

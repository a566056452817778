/** Every field of a coupon and of a campaign: its kind, its place in the form, and when the form shows it. */

import { field, ITEMS } from './field-kinds.js'
import { campaignReward, couponReward } from './reward-fields.js'

/** @typedef {import('./field-kinds.js').PromotionField} PromotionField */
/** @typedef {import('./field-kinds.js').FieldKind} FieldKind */
/** @typedef {import('./field-kinds.js').Values} Values */

/** @type {import('./field-kinds.js').Section[]} */
export const SECTIONS = ['basics', 'gives', 'period', 'items', 'conditions', 'audience', 'limits', 'place']

/** The kinds of customers, whom an audience names or leaves out. @type {readonly [name: string, kind: FieldKind][]} */
const CUSTOMERS = [
  ['visitors', 'flag'],
  ['members', 'flag'],
  ['dealers', 'flag'],
  ['customerGroupIds', 'group'],
  ['customerIds', 'customer'],
]

const isForChosen = (/** @type {Values} */ values) => values.audience === 'chosen'

/** @type {PromotionField[]} */
const audience = [
  { name: 'audience', kind: 'audience', section: 'audience', options: ['everyone', 'chosen'] },
  ...CUSTOMERS.map(([name, kind]) => field(`audience/${name}`, kind, 'audience', { isShown: isForChosen })),
  { name: 'audience/firstOrder', kind: 'flag', section: 'audience' },
  ...CUSTOMERS.map(([name, kind]) =>
    field(`audience/exclude/${name}`, kind, 'audience', { fold: 'excludedCustomers' }),
  ),
  { name: 'audience/channels', kind: 'channels', section: 'audience', fold: 'channels' },
]

/** @type {PromotionField[]} */
const items = [
  ...ITEMS.map(([name, kind]) =>
    field(`conditions/${name}`, kind, 'items', kind === 'variant' ? { fold: 'moreItems' } : {}),
  ),
  { name: 'conditions/priceFrom', kind: 'decimal', section: 'items', fold: 'moreItems' },
  { name: 'conditions/priceTo', kind: 'decimal', section: 'items', fold: 'moreItems' },
  { name: 'conditions/excludeDiscounted', kind: 'flag', section: 'items', fold: 'excludedItems' },
  ...ITEMS.map(([name, kind]) => field(`conditions/exclude/${name}`, kind, 'items', { fold: 'excludedItems' })),
]

/** @type {PromotionField[]} */
const conditions = [
  { name: 'conditions/minimumTotal', kind: 'decimal', section: 'conditions' },
  { name: 'conditions/minimumQuantity', kind: 'integer', section: 'conditions' },
]

/** @type {PromotionField[]} */
const period = [
  { name: 'startsAt', kind: 'instant', section: 'period' },
  { name: 'endsAt', kind: 'instant', section: 'period' },
]

/** @type {PromotionField[]} */
const limits = [
  { name: 'usageLimit', kind: 'integer', section: 'limits' },
  { name: 'usageCount', kind: 'count', section: 'limits' },
]

/** @type {readonly PromotionField[]} */
export const couponFields = [
  { name: 'code', kind: 'text', section: 'basics' },
  { name: 'active', kind: 'flag', section: 'basics' },
  { name: 'description', kind: 'longText', section: 'basics' },
  ...couponReward,
  ...period,
  ...items,
  ...conditions,
  ...audience,
  ...limits,
  { name: 'usageLimitPerCustomer', kind: 'integer', section: 'limits' },
  { name: 'combinesWithCampaigns', kind: 'flag', section: 'place' },
]

/** @type {readonly PromotionField[]} */
export const campaignFields = [
  { name: 'id', kind: 'count', section: 'basics' },
  { name: 'name', kind: 'text', section: 'basics' },
  { name: 'active', kind: 'flag', section: 'basics' },
  { name: 'description', kind: 'longText', section: 'basics' },
  ...campaignReward,
  ...period,
  { name: 'weekdays', kind: 'weekdays', section: 'period' },
  { name: 'dailyFrom', kind: 'time', section: 'period' },
  { name: 'dailyTo', kind: 'time', section: 'period' },
  ...items,
  ...conditions,
  ...audience,
  ...limits,
  {
    name: 'usageLimitPerCustomer',
    kind: 'integer',
    section: 'limits',
    textOf: () => 'usageLimitPerCustomer/ofCampaign',
  },
  { name: 'automatic', kind: 'flag', section: 'place' },
  { name: 'combinesWithCoupons', kind: 'flag', section: 'place' },
  { name: 'couponBound', kind: 'flag', section: 'place' },
  { name: 'logicalGroup', kind: 'count', section: 'place' },
  { name: 'priority', kind: 'count', section: 'place' },
]

/** @typedef {import('./compare-records.js').Unit} Unit */

/** @type {Unit[]} */
const sharedUnits = [
  ...['description', 'active', 'startsAt', 'endsAt'].map(single),
  ...['conditions/minimumTotal', 'conditions/minimumQuantity'].map(single),
  ...ITEMS.map(([name]) => single(`conditions/${name}`)),
  { name: 'prices', fields: ['conditions/priceFrom', 'conditions/priceTo'] },
  ...['conditions/excludeDiscounted', 'conditions/exclude'].map(single),
  ...['audience', 'usageLimit', 'usageCount'].map(single),
]

/** What is compared of two coupons. @type {readonly Unit[]} */
export const couponUnits = [
  single('code'),
  { name: 'gives', fields: ['discountType', 'value', 'by', 'tiers', 'maximum', 'campaignId'] },
  ...sharedUnits,
  ...['usageLimitPerCustomer', 'combinesWithCampaigns'].map(single),
]

/** What is compared of two campaigns. @type {readonly Unit[]} */
export const campaignUnits = [
  single('name'),
  { name: 'gives', fields: ['reward'] },
  ...sharedUnits,
  single('weekdays'),
  { name: 'hours', fields: ['dailyFrom', 'dailyTo'] },
  ...['usageLimitPerCustomer', 'automatic', 'combinesWithCoupons'].map(single),
  ...['couponBound', 'logicalGroup', 'priority'].map(single),
]

/** @param {string} name @returns {Unit} */
function single(name) {
  return { name, fields: [name] }
}

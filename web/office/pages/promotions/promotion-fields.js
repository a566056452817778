/** Every field of a coupon and of a campaign: its kind, its place in the form, and when the form shows it. */

/** @typedef {'text' | 'longText' | 'decimal' | 'required' | 'integer' | 'count' | 'instant' | 'time' | 'ids' | 'flag' | 'choice' | 'audience' | 'weekdays'} FieldKind */
/** @typedef {'basics' | 'gives' | 'period' | 'conditions' | 'audience' | 'limits' | 'place'} Section */
/** What is in the form, by the name of the field. @typedef {Record<string, string | boolean>} Values */

/**
 * @typedef {object} PromotionField
 * @property {string} name as the API's pointer has it, without the first slash
 * @property {FieldKind} kind `count` and `required` are left out where they are empty, as an integer or decimal; the others are null there
 * @property {Section} section
 * @property {string[]} [options] of a choice
 * @property {(values: Values) => boolean} [isShown]
 */

/** @type {Section[]} */
export const SECTIONS = ['basics', 'gives', 'period', 'conditions', 'audience', 'limits', 'place']

const isForChosen = (/** @type {Values} */ values) => values.audience === 'chosen'

/** @type {PromotionField[]} */
const audience = [
  { name: 'audience', kind: 'audience', section: 'audience', options: ['everyone', 'chosen'] },
  { name: 'audience/visitors', kind: 'flag', section: 'audience', isShown: isForChosen },
  { name: 'audience/members', kind: 'flag', section: 'audience', isShown: isForChosen },
  { name: 'audience/dealers', kind: 'flag', section: 'audience', isShown: isForChosen },
  { name: 'audience/customerGroupIds', kind: 'ids', section: 'audience', isShown: isForChosen },
  { name: 'audience/customerIds', kind: 'ids', section: 'audience', isShown: isForChosen },
]

/** @type {PromotionField[]} */
const conditions = [
  { name: 'conditions/minimumTotal', kind: 'decimal', section: 'conditions' },
  { name: 'conditions/minimumQuantity', kind: 'integer', section: 'conditions' },
  { name: 'conditions/productIds', kind: 'ids', section: 'conditions' },
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
  { name: 'discountType', kind: 'choice', section: 'gives', options: ['percent', 'fixed', 'free_shipping'] },
  { name: 'value', kind: 'decimal', section: 'gives', isShown: ({ discountType }) => discountType !== 'free_shipping' },
  { name: 'campaignId', kind: 'integer', section: 'gives' },
  ...period,
  ...conditions,
  ...audience,
  ...limits,
  { name: 'usageLimitPerCustomer', kind: 'integer', section: 'limits' },
]

/** @type {(...types: string[]) => (values: Values) => boolean} */
const ofReward =
  (...types) =>
  values =>
    types.includes(String(values['reward/type']))

/** @type {readonly PromotionField[]} */
export const campaignFields = [
  { name: 'id', kind: 'count', section: 'basics' },
  { name: 'name', kind: 'text', section: 'basics' },
  { name: 'active', kind: 'flag', section: 'basics' },
  { name: 'description', kind: 'longText', section: 'basics' },
  {
    name: 'reward/type',
    kind: 'choice',
    section: 'gives',
    options: ['percent', 'fixed', 'buy_x_pay_y', 'free_shipping'],
  },
  { name: 'reward/value', kind: 'required', section: 'gives', isShown: ofReward('percent', 'fixed') },
  { name: 'reward/maximum', kind: 'decimal', section: 'gives', isShown: ofReward('percent') },
  { name: 'reward/buy', kind: 'count', section: 'gives', isShown: ofReward('buy_x_pay_y') },
  { name: 'reward/pay', kind: 'count', section: 'gives', isShown: ofReward('buy_x_pay_y') },
  ...period,
  { name: 'weekdays', kind: 'weekdays', section: 'period' },
  { name: 'dailyFrom', kind: 'time', section: 'period' },
  { name: 'dailyTo', kind: 'time', section: 'period' },
  ...conditions,
  ...audience,
  ...limits,
  { name: 'couponBound', kind: 'flag', section: 'place' },
  { name: 'logicalGroup', kind: 'count', section: 'place' },
  { name: 'priority', kind: 'count', section: 'place' },
]

/** @typedef {import('./compare-records.js').Unit} Unit */

/** @type {Unit[]} */
const sharedUnits = [
  ...['description', 'active', 'startsAt', 'endsAt'].map(single),
  ...['conditions/minimumTotal', 'conditions/minimumQuantity', 'conditions/productIds'].map(single),
  ...['audience', 'usageLimit', 'usageCount'].map(single),
]

/** What is compared of two coupons. @type {readonly Unit[]} */
export const couponUnits = [
  single('code'),
  { name: 'gives', fields: ['discountType', 'value', 'campaignId'] },
  ...sharedUnits,
  single('usageLimitPerCustomer'),
]

/** What is compared of two campaigns. @type {readonly Unit[]} */
export const campaignUnits = [
  single('name'),
  { name: 'gives', fields: ['reward'] },
  ...sharedUnits,
  single('weekdays'),
  { name: 'hours', fields: ['dailyFrom', 'dailyTo'] },
  ...['couponBound', 'logicalGroup', 'priority'].map(single),
]

/** @param {string} name @returns {Unit} */
function single(name) {
  return { name, fields: [name] }
}

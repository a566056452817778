/** Every field of a coupon and of a campaign: its kind, its place in the form, and when the form shows it. */

/** Lists that are picked by name. @typedef {'brand' | 'category' | 'tag' | 'product' | 'variant'} PickedKind */
/** @typedef {PickedKind | 'text' | 'longText' | 'decimal' | 'required' | 'integer' | 'count' | 'instant' | 'time' | 'ids' | 'flag' | 'choice' | 'audience' | 'weekdays' | 'channels'} FieldKind */
/** @typedef {'basics' | 'gives' | 'period' | 'items' | 'conditions' | 'audience' | 'limits' | 'place'} Section */
/** Rare fields of a section, which are folded while nothing is in them. @typedef {'moreItems' | 'excludedItems' | 'excludedCustomers' | 'channels'} Fold */
/** Ids or terms, as they are written. @typedef {(string | number)[]} List */
/** What is in the form, by the name of the field. @typedef {Record<string, string | boolean | List>} Values */

/**
 * @typedef {object} PromotionField
 * @property {string} name as the API's pointer has it, without the first slash
 * @property {FieldKind} kind `count` and `required` are left out where they are empty, as an integer or decimal; the others are null there
 * @property {Section} section
 * @property {Fold} [fold]
 * @property {string[]} [options] of a choice
 * @property {(values: Values) => boolean} [isShown]
 */

/** @type {Section[]} */
export const SECTIONS = ['basics', 'gives', 'period', 'items', 'conditions', 'audience', 'limits', 'place']

/** What is shown as a list that is picked by name. @type {readonly FieldKind[]} */
export const PICKED = ['brand', 'category', 'tag', 'product', 'variant']

/** The kinds of customers, whom an audience names or leaves out. @type {readonly [name: string, kind: FieldKind][]} */
const CUSTOMERS = [
  ['visitors', 'flag'],
  ['members', 'flag'],
  ['dealers', 'flag'],
  ['customerGroupIds', 'ids'],
  ['customerIds', 'ids'],
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

/** The lists of items, which conditions name or leave out. @type {readonly [name: string, kind: PickedKind][]} */
const ITEMS = [
  ['categories', 'category'],
  ['brands', 'brand'],
  ['tags', 'tag'],
  ['productIds', 'product'],
  ['variantIds', 'variant'],
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
  { name: 'discountType', kind: 'choice', section: 'gives', options: ['percent', 'fixed', 'free_shipping'] },
  { name: 'value', kind: 'decimal', section: 'gives', isShown: ({ discountType }) => discountType !== 'free_shipping' },
  { name: 'campaignId', kind: 'integer', section: 'gives' },
  ...period,
  ...items,
  ...conditions,
  ...audience,
  ...limits,
  { name: 'usageLimitPerCustomer', kind: 'integer', section: 'limits' },
  { name: 'combinesWithCampaigns', kind: 'flag', section: 'place' },
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
  ...items,
  ...conditions,
  ...audience,
  ...limits,
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
  { name: 'gives', fields: ['discountType', 'value', 'campaignId'] },
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
  ...['automatic', 'combinesWithCoupons', 'couponBound', 'logicalGroup', 'priority'].map(single),
]

/** @param {string} name @param {FieldKind} kind @param {Section} section @param {Partial<PromotionField>} more @returns {PromotionField} */
function field(name, kind, section, more) {
  return { name, kind, section, ...more }
}

/** @param {string} name @returns {Unit} */
function single(name) {
  return { name, fields: [name] }
}

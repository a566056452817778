/** The fields of what a coupon or campaign gives: which there are depends on the kind of the discount, and on whether it has tiers. */

import { field, ITEMS } from './field-kinds.js'

/** @typedef {import('./field-kinds.js').PromotionField} PromotionField */
/** @typedef {import('./field-kinds.js').Values} Values */

/** The kind of the discount, of a coupon or a campaign. @param {Values} values */
export function typeOf(values) {
  return String(values['reward/type'] ?? values.discountType ?? '')
}

/** By what the tiers are reached; empty for a discount without tiers. @param {Values} values */
export function scaleOf(values) {
  return String(values['reward/by'] ?? values.by ?? '')
}

/** @type {(...types: string[]) => (values: Values) => boolean} */
const of =
  (...types) =>
  values =>
    types.includes(typeOf(values))

const isValued = of('percent', 'fixed')
const SCALES = ['', 'total', 'quantity']

/** One discount, or one of each tier. @param {string} prefix @param {'decimal' | 'required'} kind of the one @returns {PromotionField[]} */
function amounts(prefix, kind) {
  return [
    field(`${prefix}by`, 'scale', 'gives', { options: SCALES, isShown: isValued }),
    field(`${prefix}value`, kind, 'gives', { isShown: values => isValued(values) && scaleOf(values) === '' }),
    field(`${prefix}tiers`, 'tiers', 'gives', {
      isShown: values => isValued(values) && scaleOf(values) !== '',
      textOf: values => `tiersBy/${scaleOf(values)}`,
    }),
    field(`${prefix}maximum`, 'decimal', 'gives', { isShown: of('percent') }),
  ]
}

/** What a coupon gives. @type {readonly PromotionField[]} */
export const couponReward = [
  field('discountType', 'choice', 'gives', { options: ['percent', 'fixed', 'free_shipping'] }),
  ...amounts('', 'decimal'),
  field('campaignId', 'campaign', 'gives'),
]

const isGift = of('buy_x_get_y')
const isTargeted = (/** @type {Values} */ values) => isGift(values) && values['reward/target'] === 'others'

/** The kinds of rewards that the form knows. */
export const REWARD_TYPES = ['percent', 'fixed', 'buy_x_pay_y', 'buy_x_get_y', 'free_shipping']

/** What a campaign gives. @type {readonly PromotionField[]} */
export const campaignReward = [
  field('reward/type', 'choice', 'gives', { options: REWARD_TYPES }),
  ...amounts('reward/', 'required'),
  field('reward/buy', 'count', 'gives', {
    rule: 'pieces',
    isShown: of('buy_x_pay_y', 'buy_x_get_y'),
    textOf: values => (isGift(values) ? 'reward/bought' : 'reward/buy'),
  }),
  field('reward/pay', 'count', 'gives', { isShown: of('buy_x_pay_y') }),
  field('reward/get', 'count', 'gives', { rule: 'pieces', isShown: isGift }),
  field('reward/percent', 'required', 'gives', { initial: '100', isShown: isGift }),
  field('reward/times', 'integer', 'gives', { rule: 'pieces', isShown: isGift }),
  field('reward/target', 'target', 'gives', { options: ['same', 'others'], isShown: isGift }),
  ...ITEMS.map(([name, kind]) => field(`reward/target/${name}`, kind, 'gives', { isShown: isTargeted })),
]

/** Whether other items are to be discounted, and none is named. @param {Values} values */
export function lacksTarget(values) {
  const lists = ITEMS.map(([name]) => /** @type {unknown[]} */ (values[`reward/target/${name}`] ?? []))
  return isTargeted(values) && lists.every(({ length }) => length === 0)
}

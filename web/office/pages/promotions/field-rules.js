/** Says in plain words what is wrong with a field: the API's sentences name fields as programs do. */

import { worded } from '../../problems.js'
import { scaleOf } from './reward-fields.js'
import { rowsIn } from './tier-values.js'

/** @typedef {import('../../../ui/request.js').ApiError} ApiError */
/** @typedef {import('./field-kinds.js').PromotionField} PromotionField */

/** Rules between fields, by what the API says about them. @type {[RegExp, string][]} */
const BETWEEN_FIELDS = [
  [/must be after startsAt/, 'period'],
  [/being a percentage/, 'percent'],
  [/must be more than 0/, 'abovePercent'],
  [/must be more than that of the tier before/, 'tierOrder'],
  [/must be less than buy/, 'pay'],
  [/must be at least priceFrom/, 'prices'],
  [/couponBound campaign/, 'campaign'],
]

/** Fields that a rule compares with another one, at which it says what is wrong. @type {Record<string, string[]>} */
const COMPARED = {
  startsAt: ['endsAt'],
  discountType: ['value'],
  'reward/buy': ['reward/pay'],
  'conditions/priceFrom': ['conditions/priceTo'],
}

/** The fields that typing into one may correct. @param {string} name */
export function correctedBy(name) {
  return [name, ...(COMPARED[name] ?? [])]
}

/** The rule of each kind of field; the others have the name of their kind. @type {Record<string, string>} */
const RULES = {
  ...{ required: 'decimal', count: 'integer', tiers: 'decimal' },
  ...{ brand: 'terms', category: 'terms', tag: 'terms', product: 'ids', variant: 'ids' },
  ...{ group: 'ids', customer: 'ids', campaign: 'integer' },
}

/**
 * Gives the errors of each field a sentence of its rule; of most fields one says it for all, of tiers each has its row.
 * @param {Record<string, ApiError[]>} errors by the name of the field
 * @param {readonly PromotionField[]} fields
 * @param {Pick<import('../../texts/texts.js').Texts, 'promotions'>} texts
 * @param {import('./field-kinds.js').Values} values of the form
 * @returns {Record<string, ApiError[]>}
 */
export function explainErrors(errors, fields, { promotions: { rules } }, values) {
  const explained = Object.entries(errors).map(([name, list]) => {
    const field = fields.find(each => each.name === name)
    const kind = field?.kind ?? 'text'
    const shown = kind === 'tiers' ? list : list.slice(0, 1)
    const isEmpty = kind === 'text' && String(values[name] ?? '').trim() === ''
    const sentenceOf = (/** @type {ApiError} */ error) =>
      rules[isEmpty ? 'missing' : kind === 'tiers' ? tierRuleOf(error, values) : ruleOf(error, field?.rule ?? kind)]
    const explain = (/** @type {ApiError} */ error) => {
      const sentence = sentenceOf(error)
      return sentence === undefined ? error : worded(error, sentence)
    }
    return [name, shown.map(explain)]
  })
  return Object.fromEntries(explained)
}

/** The rule of an error of tiers. @param {ApiError} error @param {import('./field-kinds.js').Values} values */
function tierRuleOf(error, values) {
  const pointer = error.source?.pointer ?? ''
  if (pointer.endsWith('/tiers')) return error.code === 'field_required' ? 'noTiers' : 'manyTiers'
  const [, at, cell] = /\/tiers\/(\d+)\/(from|value)$/.exec(pointer) ?? []
  const name = pointer.slice(1).replace(/\/\d+\/\w+$/, '')
  const typed = cell && rowsIn(values[name])[Number(at)]?.[/** @type {'from' | 'value'} */ (cell)]
  if (typed?.trim() === '') return 'missing'
  return ruleOf(error, cell === 'from' && scaleOf(values) === 'quantity' ? 'pieces' : 'tiers')
}

/** The rule that an error is about; a name without a text for errors that say it themselves. @param {ApiError} error @param {string} kind */
export function ruleOf({ code, detail }, kind) {
  if (code === 'field_required') return 'missing'
  if (code !== 'field_invalid') return code
  return BETWEEN_FIELDS.find(([pattern]) => pattern.test(detail))?.[1] ?? RULES[kind] ?? kind
}

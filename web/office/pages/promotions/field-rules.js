/** Says in plain words what is wrong with a field: the API's sentences name fields as programs do. */

/** @typedef {import('../../../ui/request.js').ApiError} ApiError */
/** @typedef {import('./promotion-fields.js').PromotionField} PromotionField */

/** Rules between fields, by what the API says about them. @type {[RegExp, string][]} */
const BETWEEN_FIELDS = [
  [/must be after startsAt/, 'period'],
  [/being a percentage/, 'percent'],
  [/must be less than buy/, 'pay'],
  [/must be at least priceFrom/, 'prices'],
  [/couponBound campaign/, 'campaign'],
]

/** The rule of each kind of field; the others have the name of their kind. @type {Record<string, string>} */
const RULES = {
  ...{ required: 'decimal', count: 'integer' },
  ...{ brand: 'terms', category: 'terms', tag: 'terms', product: 'ids', variant: 'ids' },
}

/**
 * Gives the errors of each field a sentence of its rule.
 * @param {Record<string, ApiError[]>} errors by the name of the field
 * @param {readonly PromotionField[]} fields
 * @param {Pick<import('../../texts/texts.js').Texts, 'promotions'>} texts
 * @returns {Record<string, ApiError[]>}
 */
export function explainErrors(errors, fields, { promotions: { rules } }) {
  const explained = Object.entries(errors).map(([name, list]) => {
    const kind = fields.find(field => field.name === name)?.kind ?? 'text'
    const [first] = list
    if (!first) return [name, list]
    return [name, [{ ...first, detail: rules[ruleOf(first, kind)] ?? first.detail }]]
  })
  return Object.fromEntries(explained)
}

/** The rule that an error is about; a name without a text for errors that say it themselves. @param {ApiError} error @param {PromotionField['kind']} kind */
export function ruleOf({ code, detail }, kind) {
  if (code === 'field_required') return 'missing'
  if (code !== 'field_invalid') return code
  return BETWEEN_FIELDS.find(([pattern]) => pattern.test(detail))?.[1] ?? RULES[kind] ?? kind
}

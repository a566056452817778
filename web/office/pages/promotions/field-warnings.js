/** Says in plain words what may be a mistake in a record that was saved, at its fields. */

import { shortText } from '../../format/short-text.js'
import { divideErrors } from '../../problems.js'
import { valueAt } from './promotion-record.js'

/** @typedef {import('./save-promotion.js').Held} Held */
/** @typedef {import('./field-kinds.js').PromotionField} PromotionField */
/** @typedef {Pick<import('../../texts/texts.js').Texts, 'promotions' | 'problems' | 'locale'>} Texts */

/** Names of a list that a warning repeats; of more it says how many. */
const NAMED = 5

/** Warnings by what the API says. @type {[RegExp, string][]} */
const KINDS = [
  [/ names no /, 'unknown'],
  [/ is left out: it was /, 'reset'],
  [/ a couponBound campaign applies only through its coupon/, 'boundAlone'],
  [/ that of the campaign counts/, 'ofCampaign'],
  [/ is ignored: /, 'ignored'],
  [/ that of the tiers counts/, 'ofTiers'],
  [/ has no effect without tiers/, 'noTiers'],
  [/ is less than that of the tier before/, 'lessThanBefore'],
  [/ names nothing; null is for what/, 'namesNothing'],
  [/ includes nobody; null is for everybody/, 'namesNobody'],
  [/ has no effect without campaignId/, 'unboundBatch'],
  [/ a first order is one of a member/, 'guestsHaveNone'],
  [/ a limit per customer leaves no use to guests/, 'guestsHaveNoUse'],
  [/ leaves out everybody whom the audience includes/, 'nobodyLeft'],
  [/ leaves out all of /, 'nothingLeft'],
  [/ has no variant of productIds/, 'nothingCommon'],
]

/**
 * Divides the warnings of a saved record between its fields, and those that belong to none.
 * @param {Pick<Held, 'record' | 'warnings'>} held
 * @param {readonly PromotionField[]} fields that the form shows
 * @param {Texts} texts
 * @returns {{ warnings: Record<string, string[]>, others: string[] }}
 */
export function divideWarnings({ record, warnings: all = [] }, fields, texts) {
  const names = fields.map(({ name }) => name)
  const errors = all.map(({ pointer, detail }) => ({
    code: 'warning',
    detail,
    source: { pointer: placeOf(pointer, names) },
  }))
  const pointers = new Map(errors.map((error, at) => [error, all[at]?.pointer ?? '']))
  const divided = divideErrors(errors, names)
  const sentencesOf = (/** @type {typeof errors} */ list) => sentences(list, pointers, record, texts)
  const warnings = Object.entries(divided.fields).map(([name, list]) => [
    name,
    sentencesOf(/** @type {typeof errors} */ (list)),
  ])
  return {
    warnings: Object.fromEntries(warnings),
    others: sentencesOf(/** @type {typeof errors} */ (divided.others)),
  }
}

/** A pointer to several fields is one to the first. @param {string} pointer @param {string[]} names */
function placeOf(pointer, names) {
  const within = names.find(name => `/${name}`.startsWith(`${pointer}/`))
  return within === undefined || names.includes(pointer.slice(1)) ? pointer : `/${within}`
}

/** @param {{ detail: string }[]} errors @param {Map<object, string>} pointers @param {import('./promotion-record.js').PromotionRecord} record @param {Texts} texts */
function sentences(errors, pointers, record, { promotions: { warnings: t }, locale }) {
  const kinds = errors.map(({ detail }) => KINDS.find(([pattern]) => pattern.test(detail))?.[1])
  const unknown = errors.filter((_, at) => kinds[at] === 'unknown')
  const others = errors.flatMap(({ detail }, at) => {
    const kind = kinds[at]
    if (kind === 'unknown') return []
    return (kind && /** @type {Record<string, string>} */ (t.texts)[kind]) ?? detail
  })
  if (unknown.length === 0) return [...new Set(others)]
  const named = unknown.slice(0, NAMED).map(error => {
    return shortText(String(valueAt(record, (pointers.get(error) ?? '').slice(1)) ?? ''))
  })
  const left = unknown.length - named.length
  const more = left > 0 ? t.more(left.toLocaleString(locale)) : ''
  return [t.unknown(named.join(', ') + more), ...new Set(others)]
}

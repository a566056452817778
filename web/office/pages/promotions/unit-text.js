/** The values that a comparison of two records shows, in words. */

import { numberText } from '../../../ui/format/money.js'
import { valueAt } from './promotion-record.js'
import { amount, givesText, shopTime } from './promotion-summary.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./promotion-record.js').PromotionRecord} PromotionRecord */
/** @typedef {(app: App, value: any, record: PromotionRecord) => string} Writer */

/** Units whose value needs more than its type. @type {Record<string, Writer>} */
const writers = {
  gives: (app, _value, record) => givesText(app, record),
  startsAt: shopTime,
  endsAt: shopTime,
  'conditions/minimumTotal': amount,
  audience: audienceText,
  weekdays: weekdaysText,
  hours: (_app, _value, { dailyFrom, dailyTo }) =>
    dailyFrom || dailyTo ? `${dailyFrom ?? '…'} – ${dailyTo ?? '…'}` : '',
}

/** The value of a unit in a record. @param {App} app @param {import('./compare-records.js').Unit} unit @param {PromotionRecord} record */
export function unitText(app, { name, fields }, record) {
  const value = valueAt(record, fields[0] ?? name)
  const isEmpty = value === null || value === undefined || value === ''
  const isWhole = name === 'gives' || name === 'hours' || name === 'audience'
  const text = isEmpty && !isWhole ? '' : (writers[name] ?? plainText)(app, value, record)
  return text || app.texts().promotions.compare.none
}

/** @type {Writer} */
function plainText(app, value) {
  const { yes, no, locale } = app.texts()
  if (typeof value === 'boolean') return value ? yes : no
  if (typeof value === 'number') return numberText(value, locale)
  return Array.isArray(value) ? value.join(', ') : String(value)
}

/** @type {Writer} */
function weekdaysText(app, days) {
  const { promotions: t } = app.texts()
  if (!Array.isArray(days) || days.length === 0) return ''
  return days.length === 7 ? t.everyDay : days.map(day => t.weekdays[day - 1] ?? day).join(', ')
}

/** @type {Writer} */
function audienceText(app, audience) {
  const { labels, options } = app.texts().promotions
  if (!audience) return options.everyone ?? ''
  const kinds = ['visitors', 'members', 'dealers'].filter(kind => audience[kind] === true)
  const lists = ['customerGroupIds', 'customerIds'].filter(kind => audience[kind]?.length > 0)
  return [
    ...kinds.map(kind => labels[`audience/${kind}`]),
    ...lists.map(kind => `${labels[`audience/${kind}`]}: ${audience[kind].join(', ')}`),
  ].join('; ')
}

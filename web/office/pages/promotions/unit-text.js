/** The values that a comparison of two records shows, in words. */

import { numberText } from '../../../ui/format/money.js'
import { ITEMS } from './field-kinds.js'
import { valueAt } from './promotion-record.js'
import { givesText } from './promotion-summary.js'
import { amount, shopTime } from './shop-format.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./promotion-record.js').PromotionRecord} PromotionRecord */
/** @typedef {(app: App, value: any, record: PromotionRecord) => string} Writer */

/** Units whose value needs more than its type. @type {Record<string, Writer>} */
const writers = {
  gives: givesOf,
  startsAt: shopTime,
  endsAt: shopTime,
  'conditions/minimumTotal': amount,
  prices: pricesText,
  'conditions/exclude': excludedText,
  audience: audienceText,
  weekdays: weekdaysText,
  hours: (_app, _value, { dailyFrom, dailyTo }) =>
    dailyFrom || dailyTo ? `${dailyFrom ?? '…'} – ${dailyTo ?? '…'}` : '',
}

/** The value of a unit in a record. @param {App} app @param {import('./compare-records.js').Unit} unit @param {PromotionRecord} record */
export function unitText(app, { name, fields }, record) {
  const value = valueAt(record, fields[0] ?? name)
  const isEmpty = value === null || value === undefined || value === ''
  const isWhole = ['gives', 'hours', 'audience', 'prices'].includes(name)
  const text = isEmpty && !isWhole ? '' : (writers[name] ?? plainText)(app, value, record)
  return text || app.texts().promotions.compare.none
}

/** What it gives, with every product that a target names. @type {Writer} */
function givesOf(app, _value, record) {
  const target = record.reward?.type === 'buy_x_get_y' && record.reward.target
  return [givesText(app, record), target && listsText(app, target, 'reward/target/', ITEM_LISTS)]
    .filter(Boolean)
    .join('; ')
}

/** @type {Writer} */
function plainText(app, value) {
  const { yes, no, locale } = app.texts()
  if (typeof value === 'boolean') return value ? yes : no
  if (typeof value === 'number') return numberText(value, locale)
  return Array.isArray(value) ? listText(app, value) : String(value)
}

/** @type {Writer} */
function weekdaysText(app, days) {
  const { promotions: t } = app.texts()
  if (!Array.isArray(days) || days.length === 0) return ''
  return days.length === 7 ? t.everyDay : days.map(day => t.weekdays[day - 1] ?? day).join(', ')
}

/** Entries of a list that a comparison shows. */
const LISTED = 20

/** The beginning of a list, which may be long. @param {App} app @param {(string | number)[]} list */
function listText(app, list) {
  const { promotions: t, locale } = app.texts()
  const left = list.length - LISTED
  return list.slice(0, LISTED).join(', ') + (left > 0 ? t.warnings.more(numberText(left, locale)) : '')
}

/** @type {Writer} */
function pricesText(app, _value, { conditions: { priceFrom, priceTo } }) {
  if (!priceFrom && !priceTo) return ''
  return [priceFrom, priceTo].map(each => (each ? amount(app, each) : '…')).join(' – ')
}

const ITEM_LISTS = ITEMS.map(([name]) => name)

/** @type {Writer} */
function excludedText(app, exclude) {
  return listsText(app, exclude, 'conditions/', ITEM_LISTS)
}

/** The lists that have something, each with its label. @param {App} app @param {any} lists @param {string} prefix @param {string[]} names */
function listsText(app, lists, prefix, names) {
  const { labels } = app.texts().promotions
  const filled = names.filter(name => lists[name]?.length > 0)
  return filled.map(name => `${labels[`${prefix}${name}`]}: ${listText(app, lists[name])}`).join('; ')
}

const KINDS = ['visitors', 'members', 'dealers']
const CUSTOMER_LISTS = ['customerGroupIds', 'customerIds']

/** The kinds of customers that are named, each with its label. @param {App} app @param {any} kinds @param {string} prefix */
function customersText(app, kinds, prefix) {
  const { labels } = app.texts().promotions
  const named = KINDS.filter(kind => kinds?.[kind] === true).map(kind => labels[`${prefix}${kind}`] ?? kind)
  return [...named, kinds && listsText(app, kinds, prefix, CUSTOMER_LISTS)].filter(Boolean)
}

/** Whom an audience includes and leaves out, and where. @type {Writer} */
export function audienceText(app, audience) {
  const { labels, options, channels } = app.texts().promotions
  if (!audience) return options.everyone ?? ''
  const included = customersText(app, audience, 'audience/')
  const places = channels.filter(([channel]) => audience.channels?.includes(channel)).map(([, name]) => name)
  const limits = [
    audience.firstOrder === true && labels['audience/firstOrder'],
    ...customersText(app, audience.exclude, 'audience/exclude/'),
    places.length > 0 && `${labels['audience/channels']}: ${places.join(', ')}`,
  ].filter(Boolean)
  const everyone = included.length === 0 && limits.length > 0 ? [options.everyone] : included
  return [...everyone, ...limits].join('; ')
}

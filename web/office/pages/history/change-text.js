/** The changes of the history in plain words. */

import { numberText } from '../../../ui/format/money.js'
import { shortText } from '../../format/short-text.js'
import { kindIn, namedText } from './change-names.js'
import { exactAmount, shopTime } from '../promotions/shop-format.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./change-names.js').Names} Names */
/** @typedef {import('./change-names.js').FieldChange} FieldChange */

/** Fields that are amounts in the currency of the shop. */
const AMOUNTS = /(^|\.)(price|minimumTotal|priceFrom|priceTo|maximum|freeLimit|minimumOrderAmount)$/
/** Fields whose value is one of those that a form offers. */
const CHOICES = /^(discountType|reward\.(type|by))$/
/** Fields that are percentages. */
const PERCENTAGES = /(^|\.)(vatRate|cargoVatRate)$/
/** Settings that say yes or no by 1 and 0. */
const FLAGS = /^settings\.(SatinAlmaSureciUyeliksizBasla|UyelikOlmadanDevamEtGoster)$/
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
/** Entries of a list that are shown. */
const LISTED = 20

/**
 * What a change says: of one that set several fields, none of which had a value, those that it set. A record is made by such a change.
 * @param {readonly import('./change-names.js').FieldChange[]} changes
 */
export function saidFields(changes) {
  const isFirst = changes.length > 1 && changes.every(({ from }) => (from ?? null) === null)
  const said = isFirst ? changes.filter(({ to }) => to !== false) : changes
  return { isFirst, said }
}

/** The name of a field. @param {App} app @param {string} field @param {Names} names @returns {string} */
export function fieldText(app, field, names) {
  const [, variant, ofVariant] = /^variants\.(\d+)\.(.+)$/.exec(field) ?? []
  if (variant !== undefined && ofVariant !== undefined)
    return `${namedText(app, names, 'variant', Number(variant))}, ${fieldText(app, ofVariant, names)}`
  return fieldLabel(field, app.texts())
}

/** The name of a field that is none of a variant; one without a name is shown as it is. @param {string} field @param {import('../../texts/texts.js').Texts} texts @returns {string} */
export function fieldLabel(field, { history: t, promotions, customers }) {
  const own = /** @type {Record<string, string>} */ (t.fields)
  const [, list = '', id, ofListed = ''] = /^(shippingCompanies|paymentMethods)\.(\d+)\.(.+)$/.exec(field) ?? []
  if (id !== undefined) return `${t.listed[list]?.(id)}, ${own[`${list}.${ofListed}`] ?? own[ofListed] ?? ofListed}`
  const labels = /** @type {Record<string, string>} */ (promotions.labels)
  const ofCustomers = /** @type {Record<string, unknown>} */ (customers)[field]
  const label = own[field] ?? labels[field.replaceAll('.', '/')] ?? ofCustomers
  return typeof label === 'string' ? label : field
}

/** A value. @param {App} app @param {string} field @param {unknown} value @param {Names} names @returns {string} */
export function valueText(app, field, value, names) {
  const { history: t, yes, no } = app.texts()
  if (value === null || value === '') return t.nothing
  if (typeof value === 'boolean' || FLAGS.test(field)) return value ? yes : no
  if (typeof value === 'number') return numberOf(app, field, value, names)
  if (typeof value === 'string') return choiceOf(app, field, value) ?? textOf(app, field, value)
  if (Array.isArray(value)) return listText(app, field, value, names)
  return objectText(app, field, /** @type {Record<string, unknown>} */ (value), names)
}

/** @param {App} app @param {string} field @param {number} value @param {Names} names */
function numberOf(app, field, value, names) {
  const { history: t, locale } = app.texts()
  const kind = kindIn(field)
  if (kind) return namedText(app, names, kind, value)
  const text = numberText(value, locale)
  return PERCENTAGES.test(field) ? t.percent(text) : text
}

/** What one of the values that a field may have means; undefined for other fields and values. @param {App} app @param {string} field @param {string} value @returns {string | undefined} */
function choiceOf(app, field, value) {
  const { history: t, checkouts, promotions } = app.texts()
  const ofField = field === 'state' ? checkouts.states : CHOICES.test(field) ? promotions.options : t.choices[field]
  return /** @type {Record<string, string> | undefined} */ (ofField)?.[value]
}

/** @param {App} app @param {string} field @param {string} value */
function textOf(app, field, value) {
  const { history: t, locale } = app.texts()
  if (AMOUNTS.test(field)) return exactAmount(app, value)
  if (PERCENTAGES.test(field)) return t.percent(numberText(value, locale))
  return INSTANT.test(value) ? shopTime(app, value) : shortText(value)
}

/** @param {App} app @param {string} field @param {unknown[]} list @param {Names} names */
function listText(app, field, list, names) {
  const { history: t, locale } = app.texts()
  if (list.length === 0) return t.nothing
  const shown = list.slice(0, LISTED).map(each => valueText(app, field, each, names))
  return list.length > LISTED
    ? `${shown.join(', ')} ${t.more(numberText(list.length - LISTED, locale))}`
    : shown.join(', ')
}

/** The members that say something: a discount, a tier, codes. @param {App} app @param {string} field @param {Record<string, unknown>} value @param {Names} names */
function objectText(app, field, value, names) {
  const { history: t, locale } = app.texts()
  const { count, ...others } = value
  if (typeof count === 'number' && Object.keys(others).length === 0) return t.entries(numberText(count, locale))
  const said = Object.entries(value).filter(([, each]) => each !== null)
  const members = /** @type {Record<string, string>} */ (t.members)
  return said
    .map(([name, each]) => `${members[name] ?? name}: ${memberText(app, { field, name, value, each, names })}`)
    .join(' · ')
}

/** @param {App} app @param {{ field: string, name: string, value: Record<string, unknown>, each: unknown, names: Names }} member */
function memberText(app, { field, name, value, each, names }) {
  const { history: t, locale } = app.texts()
  const types = /** @type {Record<string, string>} */ (t.discountTypes)
  if (name === 'type') return types[String(each)] ?? String(each)
  if (field.endsWith('discount') && name === 'value')
    return value.type === 'percent' ? t.percent(numberText(String(each), locale)) : exactAmount(app, String(each))
  if (field.endsWith('.rates') && name === 'from') return exactAmount(app, String(each))
  return valueText(app, name, each, names)
}

/** What the form of a coupon or campaign has in its fields, from the record and back to it. */

import { instantOf, localOf } from '../../format/zoned-time.js'
import { PICKED } from './promotion-fields.js'
import { setAt, valueAt } from './promotion-record.js'

/** @typedef {import('./promotion-record.js').PromotionRecord} PromotionRecord */
/** @typedef {import('./promotion-fields.js').PromotionField} PromotionField */
/** @typedef {import('./promotion-fields.js').Values} Values */
/** @typedef {{ fields: readonly PromotionField[], zone: string, mark: string }} Form `zone`: the shop's time zone; `mark`: of decimals */

/** The values of the fields. @param {PromotionRecord} record @param {Form} form @returns {Values} */
export function valuesOf(record, form) {
  return Object.fromEntries(form.fields.map(({ name, kind }) => [name, shownValue(kind, valueAt(record, name), form)]))
}

/** @param {PromotionField['kind']} kind @param {any} value @param {Form} form */
function shownValue(kind, value, { zone, mark }) {
  if (kind === 'flag') return value === true
  if (PICKED.includes(kind)) return value ?? []
  if (kind === 'audience') return value && (namesCustomers(value) || !limitsCustomers(value)) ? 'chosen' : 'everyone'
  if (kind === 'instant') return localOf(value, zone)
  if (kind === 'ids' || kind === 'weekdays' || kind === 'channels') return (value ?? []).join(', ')
  if (value === null || value === undefined) return ''
  return kind === 'decimal' || kind === 'required' ? String(value).replace('.', mark) : String(value)
}

/** The members of an audience that name whom it includes. */
const NOBODY = { visitors: false, members: false, dealers: false, customerGroupIds: [], customerIds: [] }

/** Whether an audience, or what it leaves out, names a kind of customers. @param {PromotionRecord} kinds */
function namesCustomers(kinds) {
  return Object.keys(NOBODY).some(name => (Array.isArray(kinds[name]) ? kinds[name].length > 0 : kinds[name] === true))
}

/** Whether an audience is limited by anything beside those whom it names. @param {PromotionRecord} audience */
function limitsCustomers({ firstOrder, exclude, channels }) {
  return firstOrder === true || namesCustomers(exclude ?? {}) || (channels ?? []).length > 0
}

/** Whether nobody is named although only those who are named are meant: with a limit beside it, the API would include everybody else. @param {PromotionRecord} record @param {Values} values */
export function lacksCustomers({ audience }, values) {
  return values.audience === 'chosen' && audience && !namesCustomers(audience) && limitsCustomers(audience)
}

/**
 * The record of what is in the fields, with all that the form does not show as it is stored. A field that shows what is stored keeps the stored value,
 * of which it may show a part, such as a time without its milliseconds. A text that is no number or time stays as it is: the API says so.
 * @param {Values} values
 * @param {Form} form
 * @param {PromotionRecord} stored
 */
export function recordOf(values, form, stored) {
  const { fields, zone } = form
  const before = valuesOf(stored, form)
  const record = structuredClone(stored)
  const type = values['reward/type']
  if (type !== undefined && type !== stored.reward?.type) record.reward = {}
  for (const { name, kind, isShown } of fields) {
    if (kind === 'audience') continue
    const isHidden = isShown && !isShown(values)
    // A reward of another type has begun empty. What a coupon has no more is null, what an audience has no more is left out.
    if (isHidden && name.startsWith('reward/')) continue
    if (isHidden) setAt(record, name, name === 'value' ? null : undefined)
    else {
      const value = values[name] ?? ''
      const kept = valueAt(stored, name)
      const isKept = value === before[name] && kept !== undefined
      setAt(record, name, isKept ? kept : writtenValue(kind, value, zone))
    }
  }
  if (values.audience === 'everyone') record.audience = everyoneWithin(record.audience ?? {})
  return record
}

/** An audience that names nobody: of everybody, or of everybody whom its limits let in. @param {PromotionRecord} audience */
function everyoneWithin(audience) {
  return limitsCustomers(audience) ? { ...audience, ...NOBODY } : null
}

/** @param {PromotionField['kind']} kind @param {Values[string]} value @param {string} zone @returns {unknown} */
function writtenValue(kind, value, zone) {
  if (Array.isArray(value)) return value
  if (kind === 'flag') return value === true
  const text = String(value)
  if (kind === 'text' || kind === 'longText') return text
  return readText(kind, text.trim(), zone)
}

/** How the text of each kind is read; the others stay texts. @type {Partial<Record<PromotionField['kind'], (text: string, zone: string) => unknown>>} */
const readers = {
  ids: idsOf,
  weekdays: idsOf,
  channels: text => text.split(', ').filter(Boolean),
  integer: integerOf,
  count: integerOf,
  decimal: decimalOf,
  required: decimalOf,
  instant: instantOf,
}

/** @param {PromotionField['kind']} kind @param {string} text @param {string} zone @returns {unknown} */
function readText(kind, text, zone) {
  const isList = kind === 'ids' || kind === 'weekdays' || kind === 'channels'
  if (text === '' && !isList) return kind === 'count' || kind === 'required' ? undefined : null
  return (readers[kind] ?? String)(text, zone)
}

/** The ids of a text; what is no id stays as it is. @param {string} text */
export function idsOf(text) {
  return text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(integerOf)
}

/** @param {string} text @returns {number | string} */
function integerOf(text) {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text
}

/** A decimal with the comma of Turkish. @param {string} text @example decimalOf('22,50') // '22.50' */
export function decimalOf(text) {
  return /^\d+,\d+$/.test(text) ? text.replace(',', '.') : text
}

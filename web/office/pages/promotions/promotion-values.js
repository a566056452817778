/** What the form of a coupon or campaign has in its fields, from the record and back to it. */

import { instantOf, localOf } from '../../format/zoned-time.js'
import { choiceOf, everyoneWithin } from './audience-values.js'
import { PICKED } from './promotion-fields.js'
import { setAt, valueAt } from './promotion-record.js'

/** @typedef {import('./promotion-record.js').PromotionRecord} PromotionRecord */
/** @typedef {import('./promotion-fields.js').PromotionField} PromotionField */
/** @typedef {import('./promotion-fields.js').Values} Values */
/** @typedef {{ fields: readonly PromotionField[], zone: string, mark: string }} Form `zone`: the shop's time zone; `mark`: of decimals */

/** Lists that a form has as a text. @type {readonly PromotionField['kind'][]} */
const LISTS = ['ids', 'weekdays', 'channels']

/** The values of the fields. @param {PromotionRecord} record @param {Form} form @returns {Values} */
export function valuesOf(record, form) {
  return Object.fromEntries(form.fields.map(({ name, kind }) => [name, shownValue(kind, valueAt(record, name), form)]))
}

/** @param {PromotionField['kind']} kind @param {any} value @param {Form} form */
function shownValue(kind, value, { zone, mark }) {
  if (kind === 'flag') return value === true
  if (PICKED.includes(kind)) return value ?? []
  if (kind === 'audience') return choiceOf(value)
  if (kind === 'instant') return localOf(value, zone)
  if (LISTS.includes(kind)) return (value ?? []).join(', ')
  if (value === null || value === undefined) return ''
  return kind === 'decimal' || kind === 'required' ? String(value).replace('.', mark) : String(value)
}

/**
 * The record of what is in the fields, with all that the form does not show as it is stored. A field that shows what is stored keeps the stored value,
 * of which it may show a part, such as a time without its milliseconds. A text that is no number or time stays as it is: the API says so.
 * @param {Values} values
 * @param {Form} form
 * @param {PromotionRecord} stored
 */
export function recordOf(values, form, stored) {
  const before = valuesOf(stored, form)
  const record = structuredClone(stored)
  const type = values['reward/type']
  if (type !== undefined && type !== stored.reward?.type) record.reward = {}
  for (const { name, kind, isShown } of form.fields) {
    const [value = '', kept] = [values[name], valueAt(stored, name)]
    if (kind === 'audience') continue
    if (isShown && !isShown(values)) hide(record, name)
    else setAt(record, name, value === before[name] && kept !== undefined ? kept : writtenValue(kind, value, form.zone))
  }
  if (values.audience === 'everyone') record.audience = everyoneWithin(record.audience ?? {})
  return record
}

/** Takes the value of a field away that has none any more. A reward keeps what it has: one of another type has begun empty. @param {PromotionRecord} record @param {string} name */
function hide(record, name) {
  if (!name.startsWith('reward/')) setAt(record, name, name === 'value' ? null : undefined)
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
  if (text === '' && !LISTS.includes(kind)) return kind === 'count' || kind === 'required' ? undefined : null
  return (readers[kind] ?? String)(text, zone)
}

/** @param {string} text */
function idsOf(text) {
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

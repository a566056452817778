/** What the form of a coupon or campaign has in its fields, from the record and back to it. */

import { instantOf, localOf } from '../../format/zoned-time.js'
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
  if (kind === 'audience') return value ? 'chosen' : 'everyone'
  if (kind === 'instant') return localOf(value, zone)
  if (kind === 'ids' || kind === 'weekdays') return (value ?? []).join(', ')
  if (value === null || value === undefined) return ''
  return kind === 'decimal' || kind === 'required' ? String(value).replace('.', mark) : String(value)
}

/**
 * The record of what is in the fields. A field that shows what is stored keeps the stored value, of which it may show a part, such as a time without
 * its milliseconds. A text that is no number or time stays as it is: the API says so.
 * @param {Values} values
 * @param {Form} form
 * @param {PromotionRecord} stored
 */
export function recordOf(values, form, stored) {
  const { fields, zone } = form
  const before = valuesOf(stored, form)
  /** @type {PromotionRecord} */
  const record = {}
  for (const { name, kind, isShown } of fields) {
    if (isShown && !isShown(values)) continue
    const value = values[name] ?? ''
    const kept = valueAt(stored, name)
    const isKept = value === before[name] && kept !== undefined && kind !== 'audience'
    setAt(record, name, isKept ? kept : writtenValue(kind, value, zone))
  }
  return record
}

/** @param {PromotionField['kind']} kind @param {string | boolean} value @param {string} zone @returns {unknown} */
function writtenValue(kind, value, zone) {
  if (kind === 'flag') return value === true
  const text = String(value)
  if (kind === 'text' || kind === 'longText') return text
  return readText(kind, text.trim(), zone)
}

/** How the text of each kind is read; the others stay texts. @type {Partial<Record<PromotionField['kind'], (text: string, zone: string) => unknown>>} */
const readers = {
  audience: text => (text === 'chosen' ? {} : null),
  ids: idsOf,
  weekdays: idsOf,
  integer: integerOf,
  count: integerOf,
  decimal: decimalOf,
  required: decimalOf,
  instant: instantOf,
}

/** @param {PromotionField['kind']} kind @param {string} text @param {string} zone @returns {unknown} */
function readText(kind, text, zone) {
  const isList = kind === 'ids' || kind === 'weekdays'
  if (text === '' && !isList) return kind === 'count' || kind === 'required' ? undefined : null
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

/** What the form of a coupon or campaign has in its fields, from the record and back to it. */

import { decimalOf, integerOf } from '../../format/typed-decimal.js'
import { instantOf, localOf } from '../../format/zoned-time.js'
import { choiceOf, everyoneWithin } from './audience-values.js'
import { PICKED } from './field-kinds.js'
import { setAt, valueAt } from './promotion-record.js'
import { REWARD_TYPES, scaleOf, typeOf } from './reward-fields.js'
import { rowsIn, rowsOf, settledRows, tiersOf } from './tier-values.js'

/** @typedef {import('./promotion-record.js').PromotionRecord} PromotionRecord */
/** @typedef {import('./field-kinds.js').PromotionField} PromotionField */
/** @typedef {import('./field-kinds.js').Values} Values */
/** @typedef {{ fields: readonly PromotionField[], zone: string, mark: string }} Form `zone`: the shop's time zone; `mark`: of decimals */

/** Lists that a form has as a text. @type {readonly PromotionField['kind'][]} */
const LISTS = ['ids', 'weekdays', 'channels']

/** The values of the fields. @param {PromotionRecord} record @param {Form} form @returns {Values} */
export function valuesOf(record, form) {
  return Object.fromEntries(
    form.fields.map(field => [field.name, shownValue(field, valueAt(record, field.name), form)]),
  )
}

/** @param {PromotionField} field @param {any} value @param {Form} form */
function shownValue({ kind, initial = '' }, value, { zone, mark }) {
  if (kind === 'flag') return value === true
  if (PICKED.includes(kind)) return [value ?? []].flat()
  if (kind === 'tiers') return rowsOf(value, mark)
  if (kind === 'target') return value ? 'others' : 'same'
  if (kind === 'audience') return choiceOf(value)
  if (kind === 'instant') return localOf(value, zone)
  if (LISTS.includes(kind)) return (value ?? []).join(', ')
  return typedValue(kind, value ?? initial, mark)
}

/** @param {PromotionField['kind']} kind @param {any} value @param {string} mark */
function typedValue(kind, value, mark) {
  return kind === 'decimal' || kind === 'required' ? String(value).replace('.', mark) : String(value)
}

/** The values of a form that is saved: tiers are in ascending order. @param {Values} values @param {Form} form @returns {Values} */
export function settledValues(values, { fields, mark }) {
  const tiers = fields.filter(({ kind }) => kind === 'tiers')
  const settled = tiers.map(({ name }) => [name, settledRows(rowsIn(values[name]), mark)])
  return { ...values, ...Object.fromEntries(settled) }
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
  for (const field of form.fields) {
    const { name, kind, isShown } = field
    const kept = valueAt(stored, name)
    if (kind === 'audience' || kind === 'target') continue
    if (isShown && !isShown(values)) hide(record, field, values)
    else if (values[name] === before[name] && kept !== undefined) setAt(record, name, kept)
    else setAt(record, name, writtenValue(kind, values, name, form))
  }
  writeChoices(record, values)
  return record
}

/** Writes that nobody and nothing is chosen: the promotion is for everybody, or discounts what it covers. @param {PromotionRecord} record @param {Values} values */
function writeChoices(record, values) {
  if (values.audience === 'everyone') record.audience = everyoneWithin(record.audience ?? {})
  if (typeOf(values) === 'buy_x_get_y' && values['reward/target'] === 'same') record.reward.target = null
}

/** What a coupon has in the place of what its discount has no use for; other members are left out. @type {Record<string, unknown>} */
const EMPTY = { value: null, by: null, tiers: [], maximum: null }

/** Takes the value of a field away that has none any more. A reward of a kind that the form does not know keeps what it has. @param {PromotionRecord} record @param {PromotionField} field @param {Values} values */
function hide(record, { name }, values) {
  if (name.startsWith('reward/') && !REWARD_TYPES.includes(typeOf(values))) return
  setAt(record, name, EMPTY[name])
}

/** @param {PromotionField['kind']} kind @param {Values} values @param {string} name @param {Form} form @returns {unknown} */
function writtenValue(kind, values, name, { zone, mark }) {
  const { [name]: value = '' } = values
  if (kind === 'tiers') return tiersOf(rowsIn(value), scaleOf(values), mark)
  if (kind === 'campaign') return (Array.isArray(value) && value[0]) || null
  if (Array.isArray(value)) return value
  if (kind === 'flag') return value === true
  const text = String(value)
  if (kind === 'text' || kind === 'longText') return text
  return readText(kind, text.trim(), { zone, mark })
}

/** @typedef {Pick<Form, 'zone' | 'mark'>} Way how texts are read */

/** How the text of each kind is read; the others stay texts. @type {Partial<Record<PromotionField['kind'], (text: string, way: Way) => unknown>>} */
const readers = {
  ids: idsOf,
  weekdays: idsOf,
  channels: text => text.split(', ').filter(Boolean),
  integer: integerOf,
  count: integerOf,
  decimal: (text, { mark }) => decimalOf(text, mark),
  required: (text, { mark }) => decimalOf(text, mark),
  instant: (text, { zone }) => instantOf(text, zone),
}

/** Kinds that are left out where nothing is in the field. @type {readonly PromotionField['kind'][]} */
const LEFT_OUT = ['count', 'required', 'scale']

/** @param {PromotionField['kind']} kind @param {string} text @param {Way} way @returns {unknown} */
function readText(kind, text, way) {
  if (text === '' && !LISTS.includes(kind)) return LEFT_OUT.includes(kind) ? undefined : null
  return (readers[kind] ?? String)(text, way)
}

/** @param {string} text */
function idsOf(text) {
  return text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(integerOf)
}

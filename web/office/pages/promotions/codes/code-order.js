/** An order of codes: what is typed, the request, what it will do in words, and the key by which a repeated request makes no second batch. */

import { integerOf } from '../../../format/typed-decimal.js'
import { instantOf } from '../../../format/zoned-time.js'
import { isolate } from '../../../format/isolate.js'
import { worded } from '../../../problems.js'
import { number, shopTime } from '../shop-format.js'

/** @typedef {import('../../../app.js').App} App */
/** @typedef {import('../../../../ui/request.js').ApiError} ApiError */

/** What is in the fields. @typedef {Record<'count' | 'batch' | 'prefix' | 'length' | 'usageLimit' | 'usageLimitPerCustomer' | 'startsAt' | 'endsAt', string>} CodeValues */

/** The values of an order that nobody has typed into. @type {CodeValues} */
export const FIRST_VALUES = {
  ...{ count: '', batch: '', prefix: '', length: '8', usageLimit: '1', usageLimitPerCustomer: '' },
  ...{ startsAt: '', endsAt: '' },
}

/** The fields, in their order. */
export const CODE_FIELDS = /** @type {(keyof CodeValues)[]} */ (Object.keys(FIRST_VALUES))

/** The body of the request. A text that is no number or time stays as it is: the API says so. @param {CodeValues} values @param {string} zone of the shop */
export function orderOf(values, zone) {
  const [count, length, limit, perCustomer] = [
    values.count,
    values.length,
    values.usageLimit,
    values.usageLimitPerCustomer,
  ].map(integerIn)
  const [startsAt, endsAt] = [values.startsAt, values.endsAt].map(text => (text === '' ? null : instantOf(text, zone)))
  return {
    ...(count !== null && { count }),
    ...(length !== null && { length }),
    ...{ usageLimit: limit, usageLimitPerCustomer: perCustomer, startsAt, endsAt },
    ...{ prefix: textIn(values.prefix), batch: textIn(values.batch) },
  }
}

/** An integer, which may be typed in groups of three digits. @param {string} text */
function integerIn(text) {
  const plain = text.trim()
  if (plain === '') return null
  return integerOf(/^\d{1,3}([.,\s]\d{3})+$/.test(plain) ? plain.replaceAll(/[.,\s]/g, '') : plain)
}

/** @param {string} text */
function textIn(text) {
  return text.trim() === '' ? null : text.trim()
}

/** What the order will do, in sentences; null while it is no order. @param {App} app @param {ReturnType<typeof orderOf>} order */
export function orderText(
  app,
  { count, length = 8, usageLimit, usageLimitPerCustomer, startsAt, endsAt, prefix, batch },
) {
  const { codes: t, promotions } = app.texts()
  if (typeof count !== 'number' || typeof length !== 'number' || count < 1 || length < 1 || length > 20) return null
  const example = isolate(`${prefix ?? ''}${'•'.repeat(length)}`)
  const [from, to] = [startsAt, endsAt].map(each => each && shopTime(app, each))
  const period = from && to ? promotions.between(from, to) : to ? promotions.until(to) : from && promotions.from(from)
  return [
    t.will.make(number(app, count), example),
    usageLimit === null ? t.will.unlimited : t.will.limited(number(app, usageLimit)),
    usageLimitPerCustomer !== null && t.will.perCustomer(number(app, usageLimitPerCustomer)),
    period && t.will.valid(period),
    batch === null ? t.will.ownBatch : t.will.batch(isolate(batch)),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Gives each error of a field its rule in words. @param {ApiError[]} errors @param {import('../../../texts/texts.js').Texts['codes']} t */
export function inWords(errors, { rules }) {
  return errors.map(error => {
    const field = error.source?.pointer?.slice(1) ?? ''
    const rule = /must be after startsAt/.test(error.detail) ? rules.period : rules[field]
    return rule === undefined ? error : worded(error, rule)
  })
}

/** Query of the history: whose it is, and the page. */

import { foldCouponCode, isBlankCode, MAX_CODE_LENGTH, VISIBLE_TEXT } from '../model/coupon-code.ts'
import { idInPath, isLongerThan } from '../schema/fields.ts'
import { keyset } from '../schema/keyset.ts'
import { defineQuery, filledText, required } from '../schema/list-query.ts'

/** Longest target: that of a coupon, whose code may have twice as many units as characters. */
const MAX_TARGET_LENGTH = 300

/** A target. Ids above 2^53 − 1 are no ids, and codes have at most 100 characters. */
const TARGET_PATTERN = [
  '^(shop|(product|campaign|customer):[1-9][0-9]{0,15}|checkout:[^\\u0000]+|coupon:',
  VISIBLE_TEXT.slice(1, -1).replaceAll('[^\\u0000]*', '[^\\u0000]{0,49}'),
  ')$',
].join('')

const target = filledText(
  {
    maxLength: MAX_TARGET_LENGTH,
    pattern: TARGET_PATTERN,
    rule: 'product:<id>, coupon:<code>, campaign:<id>, customer:<id>, checkout:<reference> or shop',
    description: 'whose history: `product:101`, `coupon:YAZ10`, `campaign:7`, `customer:5`, `checkout:W-1` or `shop`',
  },
  storedTarget,
)

/** The parameters of the history. */
export const historyQuery = defineQuery({ ...keyset('number'), 'filter[target]': required(target) })

/** Returns a target as it is stored; undefined for a text that names none. */
function storedTarget(text: string): string | undefined {
  const [, kind, name] = /^(product|campaign|customer|coupon|checkout):(.*)$/su.exec(text) ?? []
  if (kind === undefined || name === undefined) return text === 'shop' ? text : undefined
  if (kind === 'coupon') return isCode(name) ? `coupon:${foldCouponCode(name.trim())}` : undefined
  if (kind === 'checkout') return name === '' ? undefined : text
  return idInPath(name) === 0 ? undefined : text
}

function isCode(text: string): boolean {
  return !isBlankCode(text) && !isLongerThan(text.trim(), MAX_CODE_LENGTH)
}

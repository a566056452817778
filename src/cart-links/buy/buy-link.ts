/** Links to carts that anybody writes, as the permalinks of the Universal Commerce Protocol: `/buy/101:1,~c2t1:2?coupon=YAZ10&continue_to=/yaz`. */

import { MAX_QUANTITY } from '../../cart/cart.ts'
import { isBlankCode, MAX_CODE_LENGTH } from '../../model/coupon-code.ts'
import { isLongerThan, isStorable } from '../../schema/fields.ts'
import { chooseDestination } from './destination.ts'

/** An item by its id as it was written, once in a link. */
export interface NamedItem {
  itemId: string
  quantity: number
}

/** What a link says. */
export interface BuyLink {
  items: readonly NamedItem[]
  /** As it was written; null for none, and for a text that is no code. */
  couponCode: string | null
  /** Where it leads to. */
  destination: string
}

const PAIR = /^(~[A-Za-z0-9_-]+|[A-Za-z0-9._-]+):([1-9][0-9]*)$/
/** The parameters that are read, as JSON pointers without the first slash. */
const COUPONS = ['coupon', 'discounts/codes/0'] as const
const DESTINATION = 'continue_to'
const READ = [...COUPONS, DESTINATION]
/** Parameters that campaigns are measured by: the page that the link leads to gets them. */
const CAMPAIGN = /^utm_[a-z]{1,40}$/

/**
 * Reads a link.
 * @param items what stands behind `/buy/`, decoded; empty in a link without items, which has another parameter that is read
 * @param site `defaultPath`: where a link leads to that does not say it; `origin`: of the shop
 * @returns undefined for a malformed one
 */
export function parseBuyLink(
  items: string,
  query: Readonly<Record<string, unknown>>,
  { defaultPath, origin }: { defaultPath: string; origin: string },
): BuyLink | undefined {
  const parameters = singleParameters(query)
  if (!parameters) return undefined
  const saysMore = READ.some(name => parameters.has(name))
  const named = items === '' && saysMore ? [] : parseItems(items)
  if (!named) return undefined
  const [code] = COUPONS.flatMap(name => parameters.get(name) ?? [])
  const campaign = [...parameters].filter(([name]) => CAMPAIGN.test(name))
  return {
    items: named,
    couponCode: code !== undefined && isCode(code) ? code : null,
    destination:
      chooseDestination(parameters.get(DESTINATION), origin, campaign) ??
      chooseDestination(defaultPath, origin, campaign) ??
      defaultPath,
  }
}

/** The same item twice is one with the sum. No line takes more than the maximum quantity. */
function parseItems(text: string): NamedItem[] | undefined {
  const sums = new Map<string, number>()
  for (const pair of text.split(',')) {
    const [, token = '', quantity = ''] = PAIR.exec(pair) ?? []
    const itemId = decodeToken(token)
    if (itemId === undefined) return undefined
    sums.set(itemId, Math.min(MAX_QUANTITY, (sums.get(itemId) ?? 0) + Number(quantity)))
  }
  return [...sums].map(([itemId, quantity]) => ({ itemId, quantity }))
}

/** @returns undefined for a token that encodes no id: base64url of another form, invalid UTF-8, control characters */
function decodeToken(token: string): string | undefined {
  if (!token.startsWith('~')) return token === '' ? undefined : token
  const bytes = Buffer.from(token.slice(1), 'base64url')
  if (bytes.toString('base64url') !== token.slice(1)) return undefined
  const text = bytes.toString('utf8')
  return Buffer.from(text).equals(bytes) && !/\p{Cc}/u.test(text) ? text : undefined
}

/**
 * Returns the parameters by their names, without the slash that a JSON pointer may begin with.
 * @returns undefined where one that is read has several values
 */
function singleParameters(query: Readonly<Record<string, unknown>>): Map<string, string> | undefined {
  const parameters = new Map<string, string>()
  const read = new Set<string>(READ)
  for (const [key, value] of Object.entries(query)) {
    const name = key.replace(/^\/(?=discounts\/)/, '')
    if (read.has(name) && (typeof value !== 'string' || parameters.has(name))) return undefined
    if (typeof value === 'string') parameters.set(name, value)
  }
  return parameters
}

function isCode(text: string): boolean {
  return !isLongerThan(text, MAX_CODE_LENGTH) && isStorable(text) && !isBlankCode(text)
}

/** Returns the text of which a digest names a link: links that say the same are the same link. */
export function canonicalText({ items, couponCode }: Pick<BuyLink, 'items' | 'couponCode'>): string {
  const sorted = items.map(({ itemId, quantity }) => [itemId, quantity]).sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
  return JSON.stringify([sorted, couponCode])
}

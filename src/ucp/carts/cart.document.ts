/** Answers about agents' carts: the cart, or an error where there is none. */

import { itemOf } from '../../cart/cart.ts'
import { shownLinesOf } from '../../cart/pricing/cart.document.ts'
import { lineAttributes, type ShownLine } from '../../cart/pricing/line-fields.ts'
import { itemKeyOf } from '../../catalog/stock/item-key.ts'
import { findAppliedCoupon } from '../../promotions/discounts.ts'
import type { Shop } from '../../shop/shop.ts'
import { type Answer, envelopeOf, type Platform } from '../operation.ts'
import { CAPABILITIES } from '../versions.ts'
import type { JudgedCart } from './judge-codes.ts'
import { cartWarnings, codeWarnings, lineError, type Message } from './messages.ts'
import type { RefusedLine } from './take-lines.ts'
import { computeAmounts, type UcpAmounts } from './totals.ts'

/** What all answers depend on. */
export interface AnswerSettings {
  /** The base URL of pictures and links. */
  publicUrl: string
  /** Where a buyer goes on in a browser, if there is no cart. */
  shopUrl: string
}

/** What names an item in answers. */
export interface ShownItem {
  /** The item id, as requests have it. */
  id: string
  title: string
}

/** A cart to present. */
export interface ShownCart extends Omit<JudgedCart, 'unknown'> {
  id: string
  shop: Shop
  /** As they were sent. */
  codes: readonly string[]
  /** Lines of the request that were not taken. */
  refused: readonly RefusedLine[]
  /** By `itemKeyOf`. */
  items: ReadonlyMap<string, ShownItem>
  /** Where a buyer goes on with the cart, and until when, in milliseconds since the epoch; undefined for a cancelled cart. */
  link: { url: string; expiresAt: number } | undefined
}

/** Returns the body of an answer with a cart. */
export function presentUcpCart(shown: ShownCart, settings: AnswerSettings, platform: Platform): Answer['body'] {
  const { id, priced, shop, link } = shown
  const amounts = computeAmounts(priced, shop)
  const discounts = platform.capabilities.has(CAPABILITIES.discount) ? presentDiscounts(shown, amounts) : undefined
  const messages = messagesOf(shown, discounts !== undefined)
  return {
    ucp: envelopeOf('success', CAPABILITIES.cart, platform),
    id,
    line_items: shownLinesOf(priced).map((line, index) => presentLine(line, amounts.lines[index], shown, settings)),
    currency: shop.currencyCode,
    totals: amounts.totals,
    ...(discounts && { discounts }),
    ...(messages.length > 0 && { messages }),
    ...(link && { continue_url: link.url, expires_at: new Date(link.expiresAt).toISOString() }),
  }
}

/** Returns the body of an answer without a cart. @param messages one at least */
export function presentNoCart(
  messages: readonly Message[],
  { shopUrl }: AnswerSettings,
  platform: Platform,
): Answer['body'] {
  return { ucp: envelopeOf('error', CAPABILITIES.cart, platform), messages, continue_url: shopUrl }
}

function messagesOf({ refused, priced, shop, refusals }: ShownCart, hasDiscounts: boolean): Message[] {
  return [
    ...refused.map(each => lineError(each, 'recoverable')),
    ...cartWarnings(priced, shop.settings),
    ...(hasDiscounts ? codeWarnings(refusals) : []),
  ]
}

function presentLine(
  shownLine: ShownLine,
  amounts: UcpAmounts['lines'][number] | undefined,
  { items, shop }: ShownCart,
  { publicUrl }: AnswerSettings,
): object {
  const { line } = shownLine
  const item = items.get(itemKeyOf(itemOf(line)))
  const { productName, image, quantity } = lineAttributes
  const shown = { shop, publicUrl }
  return {
    id: line.id,
    item: {
      id: item?.id ?? '',
      title: item?.title ?? productName.take(shownLine, shown),
      price: amounts?.price,
      image_url: image.take(shownLine, shown),
    },
    quantity: quantity.take(shownLine, shown),
    totals: amounts?.totals,
  }
}

/** The codes as sent, the coupon that applies and the campaigns that apply by themselves; undefined without codes and such campaigns. */
function presentDiscounts({ codes, priced }: ShownCart, amounts: UcpAmounts): object | undefined {
  const picked = priced.discounts.campaigns.map(({ name }, index) => ({
    title: name,
    amount: amounts.campaigns[index],
    automatic: true,
  }))
  if (codes.length === 0 && picked.length === 0) return undefined
  const coupon = findAppliedCoupon(priced.discounts)
  const coded = coupon ? [{ code: coupon.code, title: coupon.description || coupon.code, amount: amounts.coupon }] : []
  return { codes, applied: [...coded, ...picked] }
}

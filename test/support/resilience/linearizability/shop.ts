/** The shop of the histories, and the amounts of its carts, computed in integers of fractions of a kuruş. */

import type { CartDocument } from '../../../../src/cart/pricing/cart.document.ts'
import { product, shopFile } from '../../import/shop-file.ts'
import { CAMPAIGNS, type Cart, isListed } from './model.ts'

/** Raw prices in thousandths, VAT in percent. */
const PRICES: Record<string, { price: bigint; vat: bigint }> = {
  '101': { price: 199_905n, vat: 20n },
  '102-1021': { price: 100_000n, vat: 10n },
  '105': { price: 5n, vat: 0n },
}
/** Percent of the cart, or an amount in kuruş. */
const COUPONS: Record<string, { percent: bigint } | { amount: bigint }> = {
  YAZ10: { percent: 10n },
  SABIT5: { amount: 500n },
}
const REWARDS: Record<number, { percent: bigint } | { amount: bigint }> = { 7: { percent: 20n }, 8: { amount: 250n } }
const SHIPPING = { rates: [0n, 4_990n, 500_00n, 2_990n], freeFrom: 1_000_00n }
const MINIMUM_ORDER = 50_00n

const always = { active: true, audience: null }

/** The stored stock of each item before a history. */
export const STOCKS: Readonly<Record<string, number>> = { '101': 5, '102-1021': 4, '105': 2 }
/** Difference between the product ids of two histories with stocks of their own. */
const IDS_PER_HISTORY = 1_000

/** @returns what is added to the product ids of the model in a history of a guarded shop */
export function offsetOf(history: number): number {
  return history * IDS_PER_HISTORY
}

/**
 * @param histories the number of histories that have products of their own; 0 for a shop without a stock guard, where all have the same
 * @returns a shop file with coupons and campaigns of each kind, shipping, and a minimum order amount
 */
export function historyShop(histories = 0): object {
  const settings = { showCargoPriceInCart: true, campaignEngine: true, grandTotalIncludesCargo: true }
  return shopFile({
    shop: { settings: { ...settings, stockGuard: histories > 0, sellAtNegativeStock: false } },
    products: Array.from({ length: Math.max(histories, 1) }, (_, history) => productsOf(offsetOf(history))).flat(),
    shippingCompanies: [
      {
        id: 1,
        name: 'Kargo',
        default: true,
        freeLimit: '1000',
        rates: [
          { from: '0', price: '49.90' },
          { from: '500', price: '29.90' },
        ],
      },
    ],
    paymentMethods: [{ id: 1, name: 'Kart', active: true, minimumOrderAmount: '50' }],
    coupons: [
      { code: 'YAZ10', discountType: 'percent', value: '10', ...always },
      { code: 'SABIT5', discountType: 'fixed', value: '5', ...always },
    ],
    campaigns: [
      {
        id: 7,
        name: 'Üç ve üstü',
        conditions: { minimumQuantity: CAMPAIGNS[7] },
        reward: { type: 'percent', value: '20' },
        ...always,
      },
      { id: 8, name: 'Herkese', reward: { type: 'fixed', value: '2.50' }, ...always },
    ],
  })
}

function productsOf(offset: number): object[] {
  const { '101': first, '102-1021': second, '105': third } = STOCKS
  return [
    product({ id: offset + 101, price: '199.905', stock: first }),
    product({ id: offset + 102, price: '100', vatRate: 10, variants: [{ id: 1021, name: 'S', stock: second }] }),
    product({ id: offset + 105, price: '0.005', vatRate: 0, stock: third }),
  ]
}

type Attributes = CartDocument['data']['attributes']
type Shown = { [Name in keyof Attributes]?: unknown }

/** @returns the expected attributes of a cart, computed from the items and choices in the response */
export function expectedAttributes({
  data,
  included,
}: Pick<CartDocument, 'included'> & { data: { attributes: CartDocument['data']['attributes'] } }): Shown {
  const { appliedCoupon, appliedCampaign } = data.attributes
  const lines = included.map(({ attributes }) => ({ ...worthOf(attributes), quantity: attributes.quantity }))
  const totalQuantity = lines.reduce((total, { quantity }) => total + quantity, 0)
  const subtotal = total(lines.map(({ net }) => net))
  if (lines.length === 0) return { totalQuantity, subtotal: money(subtotal) }
  // In hundredths of a kuruş, because of VAT.
  const base = total(lines.map(({ net, vat }) => net * (100n + vat)))
  const payable = halfUp(base, 100n)
  const couponAmount = appliedCoupon ? discount(COUPONS[appliedCoupon.code], base, payable) : 0n
  const campaignAmount = appliedCampaign ? discount(REWARDS[appliedCampaign.id], base, payable - couponAmount) : 0n
  const discounts = couponAmount + campaignAmount
  const cargo = cargoFor(base)
  const listed = Object.entries(CAMPAIGNS).filter(([, units]) => totalQuantity >= units)
  return {
    totalQuantity,
    subtotal: money(subtotal),
    cargoPrice: money(cargo),
    freeCargoThreshold: money(SHIPPING.freeFrom),
    minimumOrderAmount: money(MINIMUM_ORDER),
    belowMinimumOrder: base < MINIMUM_ORDER * 100n,
    campaigns: listed.map(([id]) => Number(id)),
    ...(appliedCoupon && { appliedCoupon: money(couponAmount) }),
    ...(appliedCampaign && { appliedCampaign: money(campaignAmount) }),
    ...(discounts > 0n && { discountTotal: money(discounts) }),
    grandTotal: money(payable - discounts + cargo),
  }
}

/** @returns the grand total of a cart of the model; undefined for an empty cart */
export function grandTotalOf(cart: Cart): string | undefined {
  const included = cart.lines.map(({ item, quantity }) => {
    const [productId, variantId = null] = item.split('-').map(Number)
    return { attributes: { productId, variantId, quantity } }
  })
  const attributes = {
    ...(cart.coupon !== null && { appliedCoupon: { code: cart.coupon } }),
    ...(cart.campaign !== null && isListed(cart, cart.campaign) && { appliedCampaign: { id: cart.campaign } }),
  }
  const document = { data: { attributes }, included } as unknown as CartDocument
  return (expectedAttributes(document).grandTotal as { amount: string } | undefined)?.amount
}

/** @returns the line total in kuruş, computed from the price list and not from the response */
export function worthOf({ productId, variantId, quantity }: CartDocument['included'][number]['attributes']) {
  const { price, vat } = PRICES[variantId === null ? `${productId}` : `${productId}-${variantId}`] ?? {
    price: 0n,
    vat: 0n,
  }
  return { net: halfUp(price * BigInt(quantity), 10n), vat }
}

/** @returns a discount in kuruş, at most `most`; `base` is in hundredths of a kuruş */
function discount(reward: { percent: bigint } | { amount: bigint } | undefined, base: bigint, most: bigint): bigint {
  if (!reward) return -1n
  const full = 'amount' in reward ? reward.amount : halfUp(base * reward.percent, 10_000n)
  return full < most ? full : most
}

/** @returns the shipping price in kuruş; `base` is in hundredths of a kuruş */
function cargoFor(base: bigint): bigint {
  const [, low = 0n, from = 0n, high = 0n] = SHIPPING.rates
  if (base >= SHIPPING.freeFrom * 100n) return 0n
  return base >= from * 100n ? high : low
}

function total(amounts: bigint[]): bigint {
  return amounts.reduce((sum, each) => sum + each, 0n)
}

/** Divides and rounds half up. */
function halfUp(amount: bigint, unit: bigint): bigint {
  return (amount + unit / 2n) / unit
}

/** @returns an amount in kuruş as the Money of responses */
export function money(amount: bigint): object {
  const text = String(amount).padStart(3, '0')
  return { amount: `${text.slice(0, -2)}.${text.slice(-2)}`, currencyCode: 'TRY', decimalPlaces: 2 }
}

/** The JSON:API document of a cart (specification 2.2 and 2.3): its schema and its serialisation. */

import Type, { type Static } from 'typebox'
import { imageUrl } from '../../catalog/image-url.ts'
import { stockIncrementOf } from '../../catalog/stock-increment.ts'
import type { Campaign } from '../../model/campaign.ts'
import { toMoney, zero } from '../../money/money.ts'
import { type AppliedCoupon as Applied, type Discounts, findAppliedCoupon } from '../../promotions/discounts.ts'
import { money } from '../../schema/fields.ts'
import type { Shop } from '../../shop/shop.ts'
import type { PricedCart, PricedLine, Totals } from './price-cart.ts'
import { CartMeta, LineVatFields, presentCartVat, presentLineVat } from './vat.document.ts'
import type { LineVat } from './vat.ts'

const LineMeta = Type.Object({
  vat: LineVatFields,
  available: Type.Optional(
    Type.Number({
      description:
        'the stock without what other carts have reserved, while the shop’s stock guard counts; may be negative or fractional',
    }),
  ),
})

const CartItem = Type.Object(
  {
    type: Type.Literal('cart-items'),
    id: Type.String({ description: 'the id of the line, as paths take it' }),
    attributes: Type.Object({
      productId: Type.Integer(),
      variantId: Type.Union([Type.Integer(), Type.Null()], { description: '`null` for a product without variants' }),
      quantity: Type.Integer(),
      productName: Type.String(),
      image: Type.String({ description: 'the absolute URL of a picture' }),
      availableForSale: Type.Boolean({ description: 'may become false while the item lies in the cart' }),
      unitPrice: money('the current price of one unit for this customer'),
      lineTotal: money('the unrounded unit price times the quantity, rounded once'),
      vatRate: Type.Number({ description: 'in percent' }),
      orderNote: Type.Union([Type.String(), Type.Null()]),
      giftNote: Type.Union([Type.String(), Type.Null()]),
      giftPackage: Type.Boolean({ description: 'whether a gift package is wanted' }),
      stock: Type.Number({ description: 'the current stock; may be negative or fractional' }),
      stockUnit: Type.String({ description: 'such as a unit of length; empty where there is none' }),
      stockIncrement: Type.Number({ description: 'the step of quantities; 1 without a stock unit' }),
    }),
    meta: Type.Optional(LineMeta),
  },
  { title: 'CartItem' },
)

const CampaignEntry = Type.Object(
  {
    id: Type.Integer({ description: 'the `campaignId` to send' }),
    name: Type.String(),
    description: Type.String({ description: 'to be shown in the cart; may be empty' }),
    logicalGroup: Type.Integer({ description: 'campaigns of one group are evaluated together' }),
  },
  { title: 'Campaign' },
)

const AppliedCoupon = Type.Object(
  {
    code: Type.String({ description: 'as the shop writes it' }),
    description: Type.String(),
    discountType: Type.String({
      description: '`percent`, `fixed` or `free_shipping`; new kinds may be added',
      examples: ['percent', 'fixed', 'free_shipping'],
    }),
    discountAmount: money('the discount; zero for free shipping'),
  },
  { description: 'while the conditions of the chosen coupon are met' },
)

const AppliedCampaign = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    description: Type.String(),
    discountAmount: money('the discount; zero for free shipping'),
  },
  { description: 'while a campaign is chosen and applies' },
)

const optional = Type.Optional

/** The schema of what a cart has besides its lines. Fields after `subtotal` are absent when they do not apply, never null. */
const CartAttributes = Type.Object({
  totalQuantity: Type.Integer({ description: 'the sum of all quantities' }),
  subtotal: money('the sum of the line totals, without VAT'),
  cargoPrice: optional(money('the shipping fee; zero where shipping is free')),
  freeCargoThreshold: optional(money('the total with VAT from which shipping is free')),
  minimumOrderAmount: optional(money('the minimum total of an order, with VAT')),
  belowMinimumOrder: optional(Type.Boolean({ description: 'comes with `minimumOrderAmount`' })),
  campaigns: optional(
    Type.Array(CampaignEntry, { description: 'campaigns that can be chosen now; take them from the latest answer' }),
  ),
  appliedCoupon: optional(AppliedCoupon),
  appliedCampaign: optional(AppliedCampaign),
  discountTotal: optional(money('the sum of both discounts')),
  grandTotal: optional(money('the amount to pay, with VAT and after discounts')),
})

type CartAttributes = Static<typeof CartAttributes>

const CartResource = Type.Object(
  {
    type: Type.Literal('carts'),
    id: Type.Literal('me'),
    attributes: CartAttributes,
    relationships: Type.Object({
      items: Type.Object({
        data: Type.Array(Type.Object({ type: Type.Literal('cart-items'), id: Type.String() })),
      }),
    }),
    meta: Type.Optional(CartMeta),
  },
  { title: 'CartResource' },
)

/** The schema of a cart. Responses of cart endpoints add what its owner alone gets: see cart-answer.document.ts. */
export const CartDocument = Type.Object(
  {
    data: CartResource,
    included: Type.Array(CartItem),
  },
  { title: 'Cart' },
)

/** The JSON:API document of a cart. */
export type CartDocument = Static<typeof CartDocument>

/**
 * Converts a priced cart into its document.
 * @param publicUrl the base URL of pictures that Sepet serves itself
 */
export function presentCart(cart: PricedCart, shop: Shop, publicUrl: string): CartDocument {
  return {
    data: {
      type: 'carts',
      id: 'me',
      attributes: presentAttributes(cart, shop),
      relationships: {
        items: { data: cart.lines.map(({ id }) => ({ type: 'cart-items', id })) },
      },
      ...(cart.totals && { meta: { vat: presentCartVat(cart.totals.vat, shop) } }),
    },
    included: cart.lines.map((line, index) => {
      const vat = cart.totals?.vat.lines[index]
      return { ...presentLine(line, shop, publicUrl), ...(vat && { meta: presentLineMeta(line, vat, shop) }) }
    }),
  }
}

/** Converts what a priced cart has besides its lines. */
export function presentAttributes(cart: PricedCart, shop: Shop): CartAttributes {
  const { totalQuantity, subtotal, totals } = cart
  return {
    totalQuantity,
    subtotal: toMoney(subtotal, shop),
    ...(totals && presentTotals(totals, cart, shop)),
  }
}

function presentTotals(totals: Totals, { base, discounts }: PricedCart, shop: Shop): Partial<CartAttributes> {
  const { shipping, minimumOrder, grandTotal } = totals
  return {
    ...(shipping && { cargoPrice: toMoney(shipping.price, shop) }),
    ...(shipping?.freeFrom && { freeCargoThreshold: toMoney(shipping.freeFrom, shop) }),
    ...(minimumOrder && {
      minimumOrderAmount: toMoney(minimumOrder, shop),
      belowMinimumOrder: base.lt(minimumOrder),
    }),
    ...presentDiscounts(discounts, shop),
    grandTotal: toMoney(grandTotal, shop),
  }
}

function presentDiscounts(discounts: Discounts, shop: Shop): Partial<CartAttributes> {
  const { campaigns, campaign, total } = discounts
  const coupon = findAppliedCoupon(discounts)
  return {
    ...(campaigns.length > 0 && { campaigns: campaigns.map(presentCampaign) }),
    ...(coupon && { appliedCoupon: presentCoupon(coupon, shop) }),
    ...(campaign && { appliedCampaign: { ...campaign, discountAmount: toMoney(campaign.discountAmount, shop) } }),
    ...(total.gt(zero) && { discountTotal: toMoney(total, shop) }),
  }
}

function presentCoupon(coupon: Applied, shop: Shop): Static<typeof AppliedCoupon> {
  const { code, description, discountType, discountAmount } = coupon
  return { code, description, discountType, discountAmount: toMoney(discountAmount, shop) }
}

/** Omits the discount amount, which is computed only for the applied campaign. */
function presentCampaign({ id, name, description, logicalGroup }: Campaign): Static<typeof CampaignEntry> {
  return { id, name, description, logicalGroup }
}

function presentLineMeta(line: PricedLine, vat: LineVat, shop: Shop): Static<typeof LineMeta> {
  const { available } = line
  return { vat: presentLineVat(line, vat, shop), ...(available && { available: available.toNumber() }) }
}

function presentLine(line: PricedLine, shop: Shop, publicUrl: string): Static<typeof CartItem> {
  const { product } = line
  return {
    type: 'cart-items',
    id: line.id,
    attributes: {
      productId: line.productId,
      variantId: line.variantId,
      quantity: line.quantity,
      productName: product.name,
      image: imageUrl(product.image, shop.imageBaseUrl, publicUrl),
      availableForSale: line.availableForSale,
      unitPrice: toMoney(line.unitPrice, shop),
      lineTotal: toMoney(line.lineTotal, shop),
      vatRate: product.vatRate,
      orderNote: line.orderNote,
      giftNote: line.giftNote,
      giftPackage: line.giftPackage,
      stock: line.stock.toNumber(),
      stockUnit: product.stockUnit,
      stockIncrement: stockIncrementOf(product),
    },
  }
}

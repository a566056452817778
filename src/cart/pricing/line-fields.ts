/** The fields of a cart's line (specification 2.3). A further one is one entry here. */

import Type from 'typebox'
import { imageUrl } from '../../catalog/image-url.ts'
import { stockIncrementOf } from '../../catalog/stock-increment.ts'
import { zero } from '../../money/money.ts'
import { fieldsOf } from './fields.ts'
import type { PricedLine } from './price-cart.ts'
import type { LineVat } from './vat.ts'

/** A line to show. */
export interface ShownLine {
  line: PricedLine
  vat: LineVat
}

const { field, itemField, amount, optionalAmount, group } = fieldsOf<ShownLine>()
const note = Type.Union([Type.String(), Type.Null()])

/** The attributes of a line. */
export const lineAttributes = {
  productId: itemField(Type.Integer(), ({ line }) => line.productId),
  variantId: itemField(
    Type.Union([Type.Integer(), Type.Null()], { description: '`null` for a product without variants' }),
    ({ line }) => line.variantId,
  ),
  quantity: field(Type.Integer(), ({ line }) => line.quantity),
  productName: itemField(Type.String(), ({ line }) => line.product.name),
  image: itemField(
    Type.String({ description: 'the absolute URL of a picture: of the variant, where it has one of its own' }),
    ({ line }, { shop, publicUrl }) =>
      imageUrl(line.variant?.image ?? line.product.image, shop.imageBaseUrl, publicUrl),
  ),
  availableForSale: field(
    Type.Boolean({ description: 'may become false while the item lies in the cart' }),
    ({ line }) => line.availableForSale,
  ),
  unitPrice: amount('the current price of one unit for this customer', ({ line }) => line.unitPrice),
  lineTotal: amount('the unrounded unit price times the quantity, rounded once', ({ line }) => line.lineTotal),
  vatRate: itemField(Type.Number({ description: 'in percent' }), ({ line }) => line.product.vatRate),
  orderNote: field(note, ({ line }) => line.orderNote, null),
  giftNote: field(note, ({ line }) => line.giftNote, null),
  giftPackage: field(
    Type.Boolean({ description: 'whether a gift package is wanted' }),
    ({ line }) => line.giftPackage,
    false,
  ),
  // While the stock guard counts, it is that of this moment: the item has that of a revision of the shop.
  stock: field(Type.Number({ description: 'the current stock; may be negative or fractional' }), ({ line }) =>
    line.stock.toNumber(),
  ),
  stockUnit: itemField(
    Type.String({ description: 'such as a unit of length; empty where there is none' }),
    ({ line }) => line.product.stockUnit,
  ),
  stockIncrement: itemField(
    Type.Number({ description: 'the step of quantities; 1 without a stock unit' }),
    ({ line }) => stockIncrementOf(line.product),
  ),
}
const attributes = group(lineAttributes)

const discount = group(
  {
    coupon: amount('the share of the coupon’s discount; zero where none applies', ({ vat }) => vat.couponShare, zero),
    campaign: amount(
      'the share of what campaigns take off; zero where none applies',
      ({ vat }) => vat.campaignShare,
      zero,
    ),
    total: amount(
      'both shares',
      ({ vat }) => (vat.couponShare === zero ? vat.campaignShare : vat.couponShare.plus(vat.campaignShare)),
      zero,
    ),
  },
  { description: 'what the discounts take from this line, with VAT' },
)

const vat = group(
  {
    unitPriceWithVat: amount('the price of one unit with VAT: the shelf price', ({ line }) => line.unitPriceWithVat),
    listPriceWithVat: optionalAmount(
      'the price of one unit with VAT before the discount, where one lowers it',
      ({ line }) => line.listPriceWithVat,
    ),
    lineTotalWithVat: amount('the line with VAT, before discounts', ({ vat }) => vat.lineTotalWithVat),
    vatAmount: amount('the VAT in it', ({ vat }) => vat.vatAmount),
    discount,
    payable: amount('what is paid for this line, with VAT', ({ vat }) => vat.payable),
  },
  { title: 'LineVat' },
)

const available = field(
  Type.Optional(
    Type.Number({
      description:
        'the stock without what other carts have reserved, while the shop’s stock guard counts; may be negative or fractional',
    }),
  ),
  ({ line }) => line.available?.toNumber(),
)

const backorder = field(
  Type.Optional(
    Type.Literal(true, { description: 'present where the item is sold at any stock: no quantity is too large' }),
  ),
  ({ line }) => ((line.variant ?? line.product).backorder ? true : undefined),
)

const identity = {
  sku: itemField(
    Type.Union([Type.String(), Type.Null()], {
      description: 'the stock keeping unit of the variant, else of its product; `null` where neither has one',
    }),
    ({ line }) => line.variant?.sku ?? line.product.sku,
  ),
  variantName: itemField(
    Type.Union([Type.String(), Type.Null()], { description: '`null` for a product without variants' }),
    ({ line }) => line.variant?.name ?? null,
  ),
}

/** The table of a line. */
export const lineFields = { attributes, meta: group({ ...identity, vat, available, backorder }) }

const resource = {
  type: Type.Literal('cart-items'),
  id: Type.String({ description: 'the id of the line, as paths take it' }),
  attributes: attributes.schema,
}

/** The schema of a line. */
export const CartItem = Type.Object({ ...resource, meta: lineFields.meta.schema }, { title: 'CartItem' })

const { sku, variantName } = lineFields.meta.schema.properties

/** The schema of a line as held: earlier versions have stored lines without `meta`, and without some of its members. */
export const HeldCartItem = Type.Object(
  {
    ...resource,
    meta: Type.Optional(
      Type.Object({
        ...lineFields.meta.schema.properties,
        sku: Type.Optional(sku),
        variantName: Type.Optional(variantName),
      }),
    ),
  },
  { title: 'HeldCartItem' },
)

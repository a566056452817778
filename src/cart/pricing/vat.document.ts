/** What carts show with VAT, in the `meta` of the cart and of its lines: the schema and its serialisation. */

import Type, { type Static } from 'typebox'
import { toMoney } from '../../money/money.ts'
import { money } from '../../schema/fields.ts'
import type { Shop } from '../../shop/shop.ts'
import type { PricedLine } from './price-cart.ts'
import type { CartVat, LineVat } from './vat.ts'

/** What a line shows with VAT. */
export const LineVatFields = Type.Object(
  {
    unitPriceWithVat: money('the price of one unit with VAT: the shelf price'),
    lineTotalWithVat: money('the line with VAT, before discounts'),
    vatAmount: money('the VAT in it'),
    discount: Type.Object(
      {
        coupon: money('the share of the coupon’s discount; zero where none applies'),
        campaign: money('the share of the campaign’s discount; zero where none applies'),
        total: money('both shares'),
      },
      { description: 'what the discounts take from this line, with VAT' },
    ),
    payable: money('what is paid for this line, with VAT'),
  },
  { title: 'LineVat' },
)

const VatRow = Type.Object(
  {
    vatRate: Type.Number({ description: 'in percent' }),
    net: money('without VAT'),
    vat: money('the VAT'),
    total: money('with VAT'),
  },
  { title: 'VatRow' },
)

/** The VAT of a cart. */
export const CartVatFields = Type.Object(
  {
    subtotalWithVat: money('the sum of the lines with VAT, before discounts'),
    vatTotal: money('the VAT of the lines after discounts'),
    breakdown: Type.Array(VatRow, { description: 'after discounts, without shipping; one row per rate, ascending' }),
    cargo: Type.Optional(
      Type.Object(
        { vatRate: Type.Number({ description: 'in percent' }), net: money('without VAT'), vat: money('the VAT') },
        { description: 'the VAT in `cargoPrice`, where the shop has a rate for shipping; in no other member' },
      ),
    ),
  },
  { title: 'CartVat' },
)

/** The `meta` of a cart. */
export const CartMeta = Type.Object({ vat: CartVatFields }, { description: 'absent for an empty cart' })

/** Converts the VAT of a cart. */
export function presentCartVat(
  { subtotalWithVat, vatTotal, breakdown, cargo }: CartVat,
  shop: Shop,
): Static<typeof CartVatFields> {
  return {
    subtotalWithVat: toMoney(subtotalWithVat, shop),
    vatTotal: toMoney(vatTotal, shop),
    breakdown: breakdown.map(({ vatRate, net, vat, total }) => ({
      vatRate,
      net: toMoney(net, shop),
      vat: toMoney(vat, shop),
      total: toMoney(total, shop),
    })),
    ...(cargo && { cargo: { vatRate: cargo.vatRate, net: toMoney(cargo.net, shop), vat: toMoney(cargo.vat, shop) } }),
  }
}

/** Converts the VAT of a line. */
export function presentLineVat(
  { unitPriceWithVat }: Pick<PricedLine, 'unitPriceWithVat'>,
  { lineTotalWithVat, vatAmount, couponShare, campaignShare, payable }: LineVat,
  shop: Shop,
): Static<typeof LineVatFields> {
  return {
    unitPriceWithVat: toMoney(unitPriceWithVat, shop),
    lineTotalWithVat: toMoney(lineTotalWithVat, shop),
    vatAmount: toMoney(vatAmount, shop),
    discount: {
      coupon: toMoney(couponShare, shop),
      campaign: toMoney(campaignShare, shop),
      total: toMoney(couponShare.plus(campaignShare), shop),
    },
    payable: toMoney(payable, shop),
  }
}

/** How a cart is priced, step by step: unit price → line total → subtotal and VAT-inclusive base. All exact. */

import { isAvailableForSale } from '../catalog/availability.ts'
import { resolveUnitPrice } from '../catalog/price.ts'
import { type Decimal, percent, round, sum } from '../money/money.ts'
import type { Shop } from '../shop/shop.ts'
import type { Cart, CartLine } from './cart.ts'

export interface PricedLine extends CartLine {
  /** With all its decimals; shown rounded. */
  unitPrice: Decimal
  /** The raw unit price times the quantity, rounded once. */
  lineTotal: Decimal
  availableForSale: boolean
  /** Stock of the line's item: the variant's on a variant line, else the product's. */
  stock: Decimal
}

export interface PricedCart {
  lines: PricedLine[]
  totalQuantity: number
  subtotal: Decimal
  /** The VAT-inclusive base of thresholds and discounts, unrounded (specification 2.5). */
  base: Decimal
}

/** Prices a cart as of `now`, in milliseconds since the epoch. */
export function priceCart(cart: Cart, shop: Shop, now: number): PricedCart {
  const lines = cart.lines.map(line => priceLine(line, cart, shop, now))
  return {
    lines,
    totalQuantity: lines.reduce((total, line) => total + line.quantity, 0),
    subtotal: sum(lines.map(line => line.lineTotal)),
    base: sum(lines.map(withVat)),
  }
}

function priceLine(line: CartLine, { customerGroupId }: Cart, shop: Shop, now: number): PricedLine {
  const { product, variant } = line
  const unitPrice = resolveUnitPrice(product, variant, { customerGroupId, now })
  const item = { onSale: product.onSale && (variant?.onSale ?? true), stock: variant?.stock ?? product.stock }
  return {
    ...line,
    unitPrice,
    lineTotal: round(unitPrice.times(line.quantity), shop),
    availableForSale: isAvailableForSale(item, shop.settings.sellAtNegativeStock),
    stock: item.stock,
  }
}

function withVat({ lineTotal, product }: PricedLine): Decimal {
  return lineTotal.plus(lineTotal.times(percent(product.vatRate)))
}

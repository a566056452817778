/** The table of orders: a row for each line of a checkout, with the amounts of the held cart. Nothing is computed. */

import type { HeldCartDocument } from '../cart/pricing/cart.document.ts'
import { stateOf } from '../checkouts/checkout.ts'
import { heldQuantities, isCondensed } from '../checkouts/condensed-cart.ts'
import { payableOf } from '../checkouts/payable.ts'
import { nameOfLine } from '../checkouts/returns/items-return.ts'
import { addUp } from '../checkouts/returns/refund.ts'
import type { Money } from '../money/money.ts'
import { type Cell, plain, time } from './csv.ts'
import type { ExportedCheckout } from './order-pages.store.ts'

/** The columns, in their order. */
export const orderColumns = [
  ...(['reference', 'state', 'heldAt', 'expiresAt', 'completedAt', 'subject', 'customerId', 'externalId'] as const),
  ...(['itemId', 'productId', 'variantId', 'sku', 'name', 'variant', 'quantity', 'currencyCode'] as const),
  ...(['unitPrice', 'vatRate', 'unitPriceWithVat', 'lineTotal', 'lineTotalWithVat', 'vatAmount'] as const),
  ...(['couponDiscount', 'campaignDiscount', 'payable', 'returned', 'refund', 'orderPayable'] as const),
] as const

type Column = (typeof orderColumns)[number]
type Row = Record<Column, Cell>
type Line = HeldCartDocument['included'][number]

/**
 * Returns the rows of a checkout. Those of a cart that was condensed have items and quantities alone.
 * @param now milliseconds since the epoch, as of which a hold has expired
 */
export function orderRows(checkout: ExportedCheckout, now: number): Row[] {
  const cart = JSON.parse(checkout.document) as HeldCartDocument
  const shared = { ...checkoutCells(checkout, now), orderPayable: amountCell(payableOf(cart)) }
  const returned = returnedCells(checkout)
  if (!isCondensed(cart)) return cart.included.map(line => ({ ...shared, ...lineCells(line), ...returned(line.id) }))
  const quantities = heldQuantities({ cart, quantities: checkout.quantities })
  return quantities.map(each => ({
    ...{ ...withoutLine, ...shared, ...each },
    ...returned(nameOfLine({ itemId: null, ...each })),
  }))
}

/** Returns the cells of a line's returns by its name. The refund of a line without amounts is empty once pieces of it were returned. */
function returnedCells({ returnedLines }: ExportedCheckout): (name: string) => Pick<Row, 'returned' | 'refund'> {
  const byName = Map.groupBy(returnedLines, nameOfLine)
  return name => {
    const lines = byName.get(name) ?? []
    const returned = lines.reduce((sum, { quantity }) => sum + quantity, 0)
    const refund = addUp(lines.map(line => line.refund))
    return { returned, refund: lines.length === 0 ? plain('0') : amountCell(refund ?? undefined) }
  }
}

function checkoutCells(checkout: ExportedCheckout, now: number) {
  return {
    reference: checkout.reference,
    state: plain(stateOf(checkout, now)),
    heldAt: time(checkout.held_at),
    expiresAt: time(checkout.expires_at),
    completedAt: time(checkout.completed_at),
    subject: plain(checkout.subject),
    customerId: checkout.customer_id,
    externalId: checkout.external_id,
  }
}

const withoutLine = {
  sku: null,
  variant: null,
  itemId: null,
  name: null,
  currencyCode: null,
  unitPrice: null,
  vatRate: null,
  lineTotal: null,
  unitPriceWithVat: null,
  lineTotalWithVat: null,
  vatAmount: null,
  couponDiscount: null,
  campaignDiscount: null,
  payable: null,
}

function lineCells({ id, attributes, meta }: Line) {
  const { productId, variantId, productName, quantity, unitPrice, vatRate, lineTotal } = attributes
  const vat = meta?.vat
  return {
    itemId: id,
    productId,
    variantId,
    // Carts that earlier versions have held have neither.
    sku: meta?.sku ?? null,
    variant: meta?.variantName ?? null,
    name: productName,
    quantity,
    currencyCode: plain(unitPrice.currencyCode),
    unitPrice: amountCell(unitPrice),
    vatRate,
    lineTotal: amountCell(lineTotal),
    unitPriceWithVat: amountCell(vat?.unitPriceWithVat),
    lineTotalWithVat: amountCell(vat?.lineTotalWithVat),
    vatAmount: amountCell(vat?.vatAmount),
    couponDiscount: amountCell(vat?.discount.coupon),
    campaignDiscount: amountCell(vat?.discount.campaign),
    payable: amountCell(vat?.payable),
  }
}

function amountCell(money: Money | undefined): Cell {
  return plain(money?.amount ?? null)
}

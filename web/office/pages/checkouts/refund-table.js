/** What a return refunds: each line, and the total. */

import { moneyText, numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { Table } from '../../ui/table.js'
import { UserText } from '../../ui/user-text.js'
import { lineName } from './line-name.js'

/** @typedef {import('./checkout-types.js').Checkout} Checkout */
/** @typedef {import('./checkout-types.js').ReturnedLine} ReturnedLine */
/** @typedef {import('../../../ui/format/money.js').Money} Money */

/** The table. @param {{ app: import('../../app.js').App, checkout: Checkout, planned: import('./checkout-types.js').PlannedReturn }} props */
export function RefundTable({ app, checkout, planned }) {
  const { checkouts: t, locale } = app.texts()
  const { lines, refund, restock } = planned
  const money = (/** @type {Money | null} */ amount) => (amount ? moneyText(amount, locale) : '—')
  /** @type {import('../../ui/table.js').Column<ReturnedLine>[]} */
  const columns = [
    { title: t.product, cell: line => html`<${UserText} text=${nameOf(checkout, line)} />` },
    { title: t.pieces, kind: 'number', cell: ({ quantity }) => numberText(quantity, locale) },
    { title: t.net, kind: 'number', cell: ({ net }) => money(net) },
    { title: t.vatAmount, kind: 'number', cell: ({ vat }) => money(vat) },
    { title: t.refund, kind: 'number', cell: line => money(line.refund) },
  ]
  return html`
    <${Table} label=${t.refund} columns=${columns} rows=${lines} keyOf=${keyOf} />
    <p><b>${refund ? t.refundTotal(moneyText(refund, locale)) : t.noAmount}</b></p>
    <p class="hint">${restock ? t.restocked : t.notRestocked}</p>`
}

/** @param {ReturnedLine} line */
function keyOf({ itemId, productId, variantId }) {
  return itemId ?? `${productId}-${variantId}`
}

/** @param {Checkout} checkout @param {ReturnedLine} line */
function nameOf({ cart }, line) {
  const held = cart?.included.find(({ id }) => id === line.itemId)
  return held ? lineName(held) : keyOf(line)
}

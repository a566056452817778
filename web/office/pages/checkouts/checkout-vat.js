/** The VAT of a checkout by its rates, after discounts, as it was held. */

import { moneyText, numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { Card } from '../../ui/card.js'
import { Table } from '../../ui/table.js'

/** @typedef {import('../carts/cart-types.js').Cart} Cart */
/** @typedef {import('../../../ui/format/money.js').Money} Money */
/** @typedef {{ label: string, net: Money, vat: Money, total: Money | null }} Row */

/** The card; a cart that an old version has held has no VAT. @param {{ app: import('../../app.js').App, cart: Cart }} props */
export function CheckoutVat({ app, cart }) {
  const { checkouts: t, locale } = app.texts()
  const vat = cart.data.meta?.vat
  if (!vat) return null
  /** @type {Row[]} */
  const rows = vat.breakdown.map(({ vatRate, ...row }) => ({ label: t.rate(numberText(vatRate, locale)), ...row }))
  if (vat.cargo) rows.push({ label: t.shipping, ...vat.cargo, total: cart.data.attributes.cargoPrice ?? null })
  const columns = [
    { title: t.vatRate, cell: (/** @type {Row} */ { label }) => label },
    .../** @type {const} */ (['net', 'vat', 'total']).map(name => ({
      title: { net: t.net, vat: t.vatAmount, total: t.withVat }[name],
      kind: /** @type {const} */ ('number'),
      cell: (/** @type {Row} */ row) => (row[name] ? moneyText(row[name], locale) : '—'),
    })),
  ]
  return html`
    <${Card} title=${t.vat}>
      <${Table} label=${t.vat} columns=${columns} rows=${rows} keyOf=${(/** @type {Row} */ { label }) => label} />
    <//>`
}

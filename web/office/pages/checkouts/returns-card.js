/** The returns of an order: those that were made, and a form for a further one. */

import { moneyText, numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { Card } from '../../ui/card.js'
import { Time } from '../../ui/time.js'
import { lineName } from './line-name.js'
import { RefundTable } from './refund-table.js'
import { ReturnForm } from './return-form.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./checkout-types.js').Checkout} Checkout */
/** @typedef {import('./checkout-types.js').ItemsReturn} ItemsReturn */

/** @typedef {import('./checkout-types.js').LeftLine} LeftLine */

/** The card; an order without returns that takes none has no card. @param {{ app: App, checkout: Checkout, onChange: () => void }} props */
export function ReturnsCard({ app, checkout, onChange }) {
  const { checkouts: t } = app.texts()
  const { returns = [], state, cart } = checkout
  const isOpen = state === 'completed' && app.can('checkouts:write')
  if (returns.length === 0 && !isOpen) return null
  const lines = linesLeft(checkout)
  const hint = isOpen && (cart === null ? t.returnWithoutCart : lines.length === 0 ? t.allReturned : null)
  const form = isOpen && lines.length > 0
  return html`
    <${Card} title=${t.returns}>
      ${returns.map(each => html`<${MadeReturn} key=${each.id} app=${app} checkout=${checkout} made=${each} />`)}
      ${hint && html`<p class="hint">${hint}</p>`}
      ${form && html`<${ReturnForm} key=${returns.length} app=${app} checkout=${checkout} lines=${lines} onChange=${onChange} />`}
    <//>`
}

/** @param {{ app: App, checkout: Checkout, made: ItemsReturn }} props */
function MadeReturn({ app, checkout, made }) {
  const { checkouts: t, locale } = app.texts()
  const pieces = numberText(
    made.lines.reduce((sum, { quantity }) => sum + quantity, 0),
    locale,
  )
  const amount = made.refund ? moneyText(made.refund, locale) : t.noAmount
  return html`
    <details class="fold">
      <summary><${Time} app=${app} at=${made.at} /> · ${t.returnSummary(pieces, amount)}</summary>
      <${RefundTable} app=${app} checkout=${checkout} planned=${made} />
    </details>`
}

/** The lines of which something is left. @param {Checkout} checkout @returns {LeftLine[]} */
function linesLeft({ cart, returns = [] }) {
  const returned = returns.flatMap(({ lines }) => lines)
  const leftOf = (/** @type {string} */ id, /** @type {number} */ quantity) =>
    returned.reduce((left, line) => (line.itemId === id ? left - line.quantity : left), quantity)
  return (cart?.included ?? [])
    .map(line => ({ itemId: line.id, name: lineName(line), left: leftOf(line.id, line.attributes.quantity) }))
    .filter(({ left }) => left > 0)
}

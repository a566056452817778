/** The lines and totals of a cart, exactly as its owner sees them. */

import { moneyText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { priceNote } from '../../format/price-note.js'
import { Card } from '../../ui/card.js'
import { Message } from '../../ui/states.js'
import { CartLine } from './cart-line.js'
import { CartTotals } from './cart-totals.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./cart-types.js').Cart} Cart */

/** The card; also for the cart of an order, whose stocks are of another day. @param {{ app: App, cart: Cart, kind?: 'cart' | 'order' }} props */
export function CartContents({ app, cart, kind = 'cart' }) {
  const { carts: t, locale } = app.texts()
  const title = kind === 'order' ? app.texts().checkouts.contents : t.contents
  const { belowMinimumOrder, minimumOrderAmount } = cart.data.attributes
  if (cart.included.length === 0)
    return html`<${Card} title=${title}><${Message} icon="basket" title=${t.emptyCart} /><//>`
  return html`
    <${Card} title=${title}>
      ${belowMinimumOrder && minimumOrderAmount && html`<p class="alert">${t.belowMinimum(moneyText(minimumOrderAmount, locale))}</p>`}
      <ul class="lines" role="list">${cart.included.map(line => html`<${CartLine} key=${line.id} app=${app} line=${line} kind=${kind} />`)}</ul>
      <${CartTotals} app=${app} cart=${cart} />
      ${cart.data.meta && html`<p class="hint">${priceNote(app, 'withVat')}</p>`}
    <//>`
}

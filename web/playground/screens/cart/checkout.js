/** The bar below the cart: its total, and the button that opens the checkout on the shop's website. */

import { moneyText, numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { openWebsite } from '../../actions/checkout.js'
import { isShippingApart } from './totals.js'

/** The bar. @param {{ app: import('../../app.js').App, cart: import('../../state.js').CartDocument }} props */
export function Checkout({ app, cart }) {
  const t = app.texts()
  const { grandTotal, belowMinimumOrder, minimumOrderAmount } = cart.data.attributes
  const total = grandTotal && moneyText(grandTotal, t.locale)
  const minimum = belowMinimumOrder && minimumOrderAmount && moneyText(minimumOrderAmount, t.locale)
  const isApart = isShippingApart(cart.data.attributes, cart.data.meta?.vat?.breakdown ?? [])
  const seconds = Math.ceil((app.state.checkoutAllowedAt - Date.now()) / 1000)
  const isEarly = seconds > 0
  return html`
    <div class="checkout-bar">
      ${minimum && html`<p class="alert">${t.belowMinimum(minimum)}</p>`}
      <div class="row">
        ${total && html`<p class="grand"><small>${isApart ? t.totalWithoutShipping : t.grandTotal}</small><b class="money">${total}</b></p>`}
        <button type="button" class="button" aria-disabled=${isEarly ? 'true' : null}
          onClick=${() => openWebsite(app, '/odeme')}>
          ${isEarly ? t.checkoutIn(numberText(seconds, t.locale)) : t.checkout}
        </button>
      </div>
    </div>`
}

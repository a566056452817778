/** The cart screen: lines, offers, coupon, campaigns and totals of the latest response, and the checkout button. */

import { html } from '../../../ui/html.js'
import { Campaigns } from './campaigns.js'
import { CartBar } from './cart-bar.js'
import { Checkout } from './checkout.js'
import { Coupon } from './coupon.js'
import { EmptyCart } from './empty-cart.js'
import { Line } from './line.js'
import { Offers } from './offers.js'
import { PlacedOrder } from './placed-order.js'
import { Totals } from './totals.js'

/** The screen. @param {{ app: import('../../app.js').App }} props */
export function Cart({ app }) {
  const { cart, order } = app.state
  const placed = order && html`<${PlacedOrder} texts=${app.texts()} order=${order} />`
  if (cart === null || cart.included.length === 0) {
    return html`<${CartBar} app=${app} />${placed}<${EmptyCart} app=${app} />`
  }
  return html`
    <${CartBar} app=${app} />
    ${placed}
    <ul class="lines" role="list">
      ${cart.included.map(line => html`<${Line} key=${line.id} app=${app} line=${line} />`)}
    </ul>
    <${Offers} texts=${app.texts()} cart=${cart} />
    <${Coupon} app=${app} cart=${cart} />
    <${Campaigns} app=${app} cart=${cart} />
    <${Totals} texts=${app.texts()} cart=${cart} />
    <${Checkout} app=${app} cart=${cart} />`
}

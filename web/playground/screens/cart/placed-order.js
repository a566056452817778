/** What the cart screen says after an order on the shop's website: that it is placed, and its number. */

import { Icon } from '../../../ui/components/icon.js'
import { html } from '../../../ui/html.js'

/**
 * The order, above what is left in the cart.
 * @param {object} props
 * @param {import('../../texts/texts.js').Texts} props.texts
 * @param {NonNullable<import('../../state.js').State['order']>} props.order
 */
export function PlacedOrder({ texts: t, order }) {
  return html`
    <div class="placed-order">
      <${Icon} name="check" />
      <div><h3>${t.orderPlaced}</h3><p class="hint">${t.orderNumber(order.number)}</p></div>
    </div>`
}

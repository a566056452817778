/** The quantity of the chosen product, and the button that adds it to the cart. */

import { Button } from '../../../ui/components/button.js'
import { Icon } from '../../../ui/components/icon.js'
import { numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { addItem } from '../../actions/cart.js'
import { stepOf } from '../../state.js'

/** @typedef {import('../../state.js').Chosen} Chosen */

/** The quantity and the button. @param {{ app: import('../../app.js').App, chosen: Chosen }} props */
export function AddToCart({ app, chosen }) {
  const t = app.texts()
  const { product, variantId, quantity } = chosen
  const step = stepOf(product.stockIncrement)
  /** @param {number} change */
  const changeBy = change => app.update({ chosen: { ...chosen, quantity: quantity + change } })
  const add = () => app.run(() => addItem(app, { productId: product.id, variantId, quantity, name: product.name }))
  return html`
    <div class="buy">
      <div class="stepper" role="group" aria-label=${t.quantity}>
        <button type="button" aria-label=${t.less} disabled=${quantity <= step} onClick=${() => changeBy(-step)}>
          <${Icon} name="minus" />
        </button>
        <output aria-live="polite">${numberText(quantity, t.locale)}</output>
        <button type="button" aria-label=${t.moreOf} onClick=${() => changeBy(step)}><${Icon} name="plus" /></button>
      </div>
      <${Button} look="main" onClick=${add}>${t.addToCart}<//>
    </div>`
}

/** The heading of the cart, with its number of lines and the buttons for the whole cart. */

import { RoundButton } from '../../../ui/components/round-button.js'
import { numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { emptyCart, readAgain, sendAgain } from '../../actions/cart.js'
import { focusScreen } from '../../actions/navigation.js'
import { repeatableAdd } from '../../state.js'

/** The bar. @param {{ app: import('../../app.js').App }} props */
export function CartBar({ app }) {
  const { state } = app
  const t = app.texts()
  const lines = state.cart?.included.length ?? 0
  const repeatable = state.cart && repeatableAdd(state)
  // The button disappears with the lines.
  const empty = () => app.runOnCart(() => emptyCart(app)).then(() => focusScreen('cart'))
  const repeat = () => app.run(() => sendAgain(app))
  const read = () => app.run(() => readAgain(app))
  return html`
    <header class="bar">
      <h2 tabindex="-1" dir="auto">${t.cart}</h2>
      ${lines > 0 && html`<span class="hint">${t.items(numberText(lines, t.locale))}</span>`}
      ${lines > 0 && html`<${RoundButton} icon="bin" label=${t.emptyIt} onClick=${empty} />`}
      ${repeatable && html`<${RoundButton} icon="repeat" label=${t.sendAgain} title=${t.sendAgain} onClick=${repeat} />`}
      ${state.cart && html`<${RoundButton} icon="again" label=${t.readAgain} title=${t.readAgain} onClick=${read} />`}
    </header>`
}

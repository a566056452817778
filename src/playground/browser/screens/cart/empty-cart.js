/** What the cart screen shows while the cart has no lines. */

import { showScreen } from '../../actions/navigation.js'
import { html } from '../../html.js'
import { Icon } from '../../ui/icon.js'

/** The message. @param {{ app: import('../../app.js').App }} props */
export function EmptyCart({ app }) {
  const t = app.texts()
  return html`
    <div class="message">
      <${Icon} name="basket" />
      <h3>${t.emptyCart}</h3>
      <p>${t.emptyCartHint}</p>
      <button type="button" class="button" onClick=${() => showScreen(app, 'shop')}>${t.toShop}</button>
    </div>`
}

/** What the cart screen shows while the cart has no lines. */

import { Button } from '../../../ui/components/button.js'
import { Icon } from '../../../ui/components/icon.js'
import { html } from '../../../ui/html.js'
import { showScreen } from '../../actions/navigation.js'

/** The message. @param {{ app: import('../../app.js').App }} props */
export function EmptyCart({ app }) {
  const t = app.texts()
  return html`
    <div class="message">
      <${Icon} name="basket" />
      <h3>${t.emptyCart}</h3>
      <p>${t.emptyCartHint}</p>
      <${Button} look="main" onClick=${() => showScreen(app, 'shop')}>${t.toShop}<//>
    </div>`
}

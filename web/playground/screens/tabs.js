/** The tabs of the phone, with the number of pieces in the cart. */

import { Icon } from '../../ui/components/icon.js'
import { html } from '../../ui/html.js'
import { showScreen } from '../actions/navigation.js'

const TABS = /** @type {const} */ ([
  { screen: 'shop', icon: 'shop' },
  { screen: 'cart', icon: 'basket' },
  { screen: 'account', icon: 'person' },
])

/** The tabs. @param {{ app: import('../app.js').App }} props */
export function Tabs({ app }) {
  const { cart, screen: shown } = app.state
  const t = app.texts()
  const current = shown === 'product' ? 'shop' : shown
  const pieces = cart?.data.attributes.totalQuantity ?? 0
  // With another key the badge is a new element, whose animation runs.
  const badge = pieces > 0 && html`<span class="badge" key=${pieces}>${pieces}</span>`
  const tabs = TABS.map(
    ({ screen, icon }) => html`
      <button type="button" aria-current=${screen === current ? 'page' : null} onClick=${() => showScreen(app, screen)}>
        <${Icon} name=${icon} /><span>${t.tabs[screen]}</span>${screen === 'cart' && badge}
      </button>`,
  )
  return html`<nav class="tabs" aria-label=${t.sections}>${tabs}</nav>`
}

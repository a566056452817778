/** The phone: one visible screen, the tabs below it, and messages and the web view in front of it. */

import { html } from '../../ui/html.js'
import { Account } from './account/account.js'
import { Cart } from './cart/cart.js'
import { Notices } from './notices.js'
import { Product } from './product/product.js'
import { Shop } from './shop/shop.js'
import { Tabs } from './tabs.js'
import { WebView } from './web-view.js'

/** The phone. @param {{ app: import('../app.js').App }} props */
export function Phone({ app }) {
  const { chosen, screen, webView } = app.state
  // A hidden screen stays in the page, so that it keeps its scroll position; that of another product begins at the top.
  const screens = [
    { name: 'shop', key: 'shop', Screen: Shop },
    ...(chosen ? [{ name: 'product', key: `product-${chosen.product.id}`, Screen: Product }] : []),
    { name: 'cart', key: 'cart', Screen: Cart },
    { name: 'account', key: 'account', Screen: Account },
  ]
  return html`
    <section class="phone" aria-label=${app.texts().phone}>
      <div class="phone-screen">
        <div class="app" inert=${webView !== null}>
          ${screens.map(
            ({ name, key, Screen }) => html`
              <div class="screen" key=${key} data-screen=${name} hidden=${name !== screen}><${Screen} app=${app} /></div>`,
          )}
          <${Tabs} app=${app} />
        </div>
        <${Notices} app=${app} />
        ${webView && html`<${WebView} key=${webView.entry.id} app=${app} webView=${webView} />`}
      </div>
    </section>`
}

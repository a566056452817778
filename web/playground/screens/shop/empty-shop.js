/** What a shop without products shows: how to import some. */

import { Icon } from '../../../ui/components/icon.js'
import { html } from '../../../ui/html.js'

/** The message. @param {{ texts: import('../../texts/texts.js').Texts }} props */
export function EmptyShop({ texts: t }) {
  return html`
    <div class="message">
      <${Icon} name="shop" />
      <h3>${t.emptyShop}</h3>
      <p>${t.emptyShopHint}</p>
      <code>npm run --silent sepet -- import shop.json</code>
    </div>`
}

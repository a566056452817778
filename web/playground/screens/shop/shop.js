/** The shop screen: the product list, page by page. */

import { Button } from '../../../ui/components/button.js'
import { Icon } from '../../../ui/components/icon.js'
import { html } from '../../../ui/html.js'
import { loadMoreProducts } from '../../actions/catalogue.js'
import { showScreen } from '../../actions/navigation.js'
import { EmptyShop } from './empty-shop.js'
import { ProductList } from './product-list.js'

/** The screen. @param {{ app: import('../../app.js').App }} props */
export function Shop({ app }) {
  const { shop, shopper, products, next } = app.state
  const t = app.texts()
  const name = shopper?.kind === 'member' ? (shopper.name ?? t.customer(String(shopper.id))) : t.guest
  const loadMore = () => app.run(() => loadMoreProducts(app))
  return html`
    <header class="bar">
      <h2 tabindex="-1" dir="auto">${shop?.name ?? ' '}</h2>
      <button type="button" class="chip" onClick=${() => showScreen(app, 'account')}>
        <${Icon} name="person" /><span dir="auto">${name}</span>
      </button>
    </header>
    ${products?.length !== 0 && html`<p class="prices-note">${t.pricesWithVat}</p>`}
    ${products?.length === 0 ? html`<${EmptyShop} texts=${t} />` : html`<${ProductList} app=${app} />`}
    ${next !== null && html`<${Button} class="load-more" onClick=${loadMore}>${t.more}<//>`}`
}

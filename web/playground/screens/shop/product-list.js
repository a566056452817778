/** The products as cards, with placeholders while they load. */

import { html } from '../../../ui/html.js'
import { ProductCard } from './product-card.js'

/** Number of placeholder cards while the products load. */
const PLACEHOLDERS = 6

/** The list. @param {{ app: import('../../app.js').App }} props */
export function ProductList({ app }) {
  const { products } = app.state
  const cards = products?.map(product => html`<${ProductCard} key=${product.id} app=${app} product=${product} />`)
  const placeholders = () =>
    Array.from(
      { length: PLACEHOLDERS },
      () => html`
        <li class="card skeleton" aria-hidden="true">
          <span class="picture" /><span class="name" /><span class="cost" />
        </li>`,
    )
  return html`<ul class="product-list" role="list" aria-busy=${products === null}>${cards ?? placeholders()}</ul>`
}

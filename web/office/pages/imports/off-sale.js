/** The products and variants that an import takes off sale. */

import { numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { UserText } from '../../ui/user-text.js'
import { path } from '../../url.js'

/** @typedef {{ productId: number, variantId: number | null, name?: string }} Item */

/** The list, or nothing. @param {{ app: import('../../app.js').App, offSale: { count: number, first: Item[] } }} props */
export function OffSale({ app, offSale: { count, first } }) {
  if (count === 0) return null
  const { locale, imports: t } = app.texts()
  return html`
    <p class="alert"><b>${t.offSale(numberText(count, locale))}</b></p>
    <ul class="places">
      ${first.map(item => html`<li key=${keyOf(item)}><${ItemLink} app=${app} item=${item} /></li>`)}
      ${count > first.length && html`<li>${t.andMore(numberText(count - first.length, locale))}</li>`}
    </ul>`
}

/** A product or variant by its number. @param {{ app: import('../../app.js').App, item: Item }} props */
export function ItemLink({ app, item: { productId, variantId, name } }) {
  const t = app.texts().imports
  const number = variantId === null ? t.product(String(productId)) : t.variant(String(productId), String(variantId))
  return html`<a href=${path`/office/products/${productId}`}>${name === undefined ? number : html`<${UserText} text=${name} /> <small>${number}</small>`}</a>`
}

/** @param {Item} item */
export function keyOf({ productId, variantId }) {
  return `${productId}/${variantId}`
}

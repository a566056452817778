/** The variants of the chosen product. */

import { html } from '../../../ui/html.js'

/** @typedef {import('../../state.js').Chosen} Chosen */

/** The radio buttons. @param {{ app: import('../../app.js').App, chosen: Chosen }} props */
export function Variants({ app, chosen }) {
  const t = app.texts()
  const options = chosen.product.variants.map(({ id, name, availableForSale }) => {
    const choose = () => app.update({ chosen: { ...chosen, variantId: id } })
    return html`
      <label class=${availableForSale ? null : 'unavailable'} key=${id}>
        <input type="radio" name="variant" value=${id} checked=${id === chosen.variantId} onChange=${choose} />
        <span dir="auto">${name}</span>
        ${!availableForSale && html`<span class="visually-hidden">${` (${t.outOfStock})`}</span>`}
      </label>`
  })
  return html`<fieldset class="variants"><legend>${t.variants}</legend>${options}</fieldset>`
}

/** A product in the list, with an add button if it has no variants. */

import { Picture } from '../../../ui/components/picture.js'
import { RoundButton } from '../../../ui/components/round-button.js'
import { numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { addItem } from '../../actions/cart.js'
import { productCardId, showProduct } from '../../actions/navigation.js'
import { stepOf } from '../../state.js'
import { Price } from '../../ui/price.js'
import { nextTier, TierPrices } from '../../ui/tier-prices.js'

/** The card. @param {{ app: import('../../app.js').App, product: import('../../state.js').Product }} props */
export function ProductCard({ app, product }) {
  const t = app.texts()
  const { id, name, image, variants, availableForSale, stockUnit, stockIncrement, tierPrices } = product
  const hasVariants = variants.length > 0
  const count = availableForSale && hasVariants && t.variantCount(numberText(variants.length, t.locale))
  const isQuick = availableForSale && !hasVariants
  const isLowest = new Set(variants.map(({ unitPriceWithVat }) => unitPriceWithVat.amount)).size > 1
  const add = () =>
    app.run(() => addItem(app, { productId: id, variantId: null, quantity: stepOf(stockIncrement), name }))
  return html`
    <li class=${availableForSale ? 'card' : 'card unavailable'}>
      <button type="button" class="open" id=${productCardId(id)} onClick=${() => showProduct(app, product)}>
        <${Picture} url=${image} />
        <span class="name" dir="auto">${name}</span>
        <span class="cost">
          <${Price} texts=${t} item=${product} isLowest=${isLowest} />
          ${stockUnit && !hasVariants && html`<small>${t.perUnit(stockUnit)}</small>`}
        </span>
        <${TierPrices} texts=${t} tiers=${nextTier(tierPrices)} unit=${stockUnit} />
        ${!availableForSale && html`<span class="tag">${t.soldOut}</span>`}
        ${count && html`<small>${count}</small>`}
      </button>
      ${isQuick && html`<${RoundButton} class="quick-add" icon="plus" label=${t.quickAdd(name)} onClick=${add} />`}
    </li>`
}

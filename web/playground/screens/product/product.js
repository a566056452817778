/** The product screen: picture, price, stock, variants, quantity and the add button. */

import { Picture } from '../../../ui/components/picture.js'
import { RoundButton } from '../../../ui/components/round-button.js'
import { numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { showScreen } from '../../actions/navigation.js'
import { quantityInCart } from '../../state.js'
import { Price } from '../../ui/price.js'
import { TierPrices } from '../../ui/tier-prices.js'
import { AddToCart } from './add-to-cart.js'
import { Variants } from './variants.js'

/** The screen of the chosen product. @param {{ app: import('../../app.js').App }} props */
export function Product({ app }) {
  const { chosen } = app.state
  if (!chosen) return null
  const t = app.texts()
  const { product, variantId } = chosen
  const { id, name, image, variants, stockUnit, vatRate } = product
  const item = variants.find(variant => variant.id === variantId) ?? product
  const unit = stockUnit && t.perUnit(stockUnit)
  const vat = vatRate > 0 && t.vatIncluded(numberText(vatRate, t.locale))
  const left = item.stock > 0 ? t.stockLeft(numberText(item.stock, t.locale), stockUnit) : t.onBackorder
  // A product with variants has no stock of its own.
  const isOfVariants = variants.length > 0 && item === product
  const inStock = isOfVariants ? null : left
  const stock = item.availableForSale ? inStock : html`<span class="tag">${t.outOfStock}</span>`
  const inCart = quantityInCart(app.state, id)
  return html`
    <header class="bar over"><${RoundButton} icon="back" label=${t.back} onClick=${() => showScreen(app, 'shop')} /></header>
    <div class="hero"><${Picture} url=${image} isLazy=${false} /></div>
    <div class="about">
      <h2 tabindex="-1" dir="auto">${name}</h2>
      <p class="cost"><${Price} texts=${t} item=${item} /><small>${[unit, vat].filter(Boolean).join(' ')}</small></p>
      <${TierPrices} texts=${t} tiers=${item.tierPrices} unit=${stockUnit} />
      <p class="stock">
        ${stock}${inCart > 0 && html`<span>${stock && ' · '}${t.inCart(numberText(inCart, t.locale))}</span>`}
      </p>
    </div>
    ${variants.length > 0 && html`<${Variants} app=${app} chosen=${chosen} />`}
    <${AddToCart} app=${app} chosen=${chosen} />`
}

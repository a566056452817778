/** One line of the cart: product, quantity, prices with VAT, and notes. */

import { Picture } from '../../../ui/components/picture.js'
import { moneyText, numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { tierPricesOf } from '../../state.js'
import { Price } from '../../ui/price.js'
import { nextTier, TierPrices } from '../../ui/tier-prices.js'
import { LineQuantity } from './line-quantity.js'
import { LineStock } from './line-stock.js'
import { Notes } from './notes.js'

/** The line. @param {{ app: import('../../app.js').App, line: import('../../state.js').Line }} props */
export function Line({ app, line }) {
  const t = app.texts()
  const { image, productName, availableForSale, stockUnit, vatRate, quantity } = line.attributes
  const { unitPriceWithVat, listPriceWithVat, lineTotalWithVat } = line.meta.vat
  const each = quantity === 1 ? lineTotalWithVat : unitPriceWithVat
  const price = each && {
    unitPriceWithVat: each,
    ...(listPriceWithVat && { fullPriceWithVat: listPriceWithVat }),
  }
  const { variantName } = line.meta
  return html`
    <li class=${availableForSale ? 'line' : 'line unavailable'}>
      <${Picture} url=${image} />
      <div class="description">
        <h3 dir="auto">${productName}</h3>
        <p class="hint">
          ${variantName && html`<bdi>${variantName}</bdi> · `}
          ${price && html`<${Price} texts=${t} item=${price} />`}
          ${stockUnit && ` ${t.perUnit(stockUnit)}`}
        </p>
        <${TierPrices} texts=${t} tiers=${nextTier(tierPricesOf(app.state, line), quantity)} unit=${stockUnit} />
        <${LineStock} texts=${t} line=${line} />
      </div>
      <${LineQuantity} app=${app} line=${line} />
      <p class="sum">
        <b class="money">${lineTotalWithVat && moneyText(lineTotalWithVat, t.locale)}</b>
        ${vatRate > 0 && html`<small>${t.vatIncluded(numberText(vatRate, t.locale))}</small>`}
      </p>
      <${Notes} app=${app} line=${line} />
    </li>`
}

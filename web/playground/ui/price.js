/** A price with VAT, and the price before a discount. */

import { moneyText } from '../../ui/format/money.js'
import { html } from '../../ui/html.js'

/**
 * The price.
 * @param {object} props
 * @param {import('../texts/texts.js').Texts} props.texts
 * @param {Pick<import('../state.js').Product, 'unitPriceWithVat' | 'fullPriceWithVat'>} props.item
 * @param {boolean} [props.isLowest] whether other variants cost more
 */
export function Price({ texts: t, item: { unitPriceWithVat, fullPriceWithVat }, isLowest = false }) {
  const now = moneyText(unitPriceWithVat, t.locale)
  const before =
    fullPriceWithVat &&
    html`
      <s class="money"><span class="visually-hidden">${t.before}</span>${moneyText(fullPriceWithVat, t.locale)}</s>
      <span class="visually-hidden">${t.now}</span>`
  return html`
    <span class="price">
      ${before}
      <span class="money">${isLowest ? t.from(now) : now}</span>
    </span>`
}

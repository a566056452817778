/** Prices by quantity: from how many pieces on an item has another price. */

import { moneyText, numberText } from '../../ui/format/money.js'
import { html } from '../../ui/html.js'

/** @typedef {NonNullable<import('../state.js').Product['tierPrices']>[number]} TierPrice */

/**
 * The prices, each in a line; nothing without one.
 * @param {object} props
 * @param {import('../texts/texts.js').Texts} props.texts
 * @param {TierPrice[] | undefined} props.tiers
 * @param {string | null} props.unit the stock unit
 */
export function TierPrices({ texts: t, tiers = [], unit }) {
  return tiers.map(({ from, unitPriceWithVat }) => {
    const price = moneyText(unitPriceWithVat, t.locale)
    return html`<small class="tier-price" key=${from}>${t.fromQuantity(numberText(from, t.locale), unit, price)}</small>`
  })
}

/** The first price that a quantity does not reach yet, as a list. @param {TierPrice[] | undefined} tiers @param {number} quantity */
export function nextTier(tiers = [], quantity = 1) {
  return tiers.filter(({ from }) => from > quantity).slice(0, 1)
}

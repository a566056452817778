/** What a reward does in a cart: the tier that is reached, and the units that it chooses. */

import { numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { isolate } from '../../format/isolate.js'
import { startText, tierText } from '../promotions/reward-text.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./cart-types.js').Explanation} Explanation */
/** @typedef {import('./cart-types.js').LineUnits} LineUnits */
/** @typedef {import('./cart-types.js').Cart} Cart */

/**
 * The sentences; nothing for a reward that has neither.
 * @param {object} props
 * @param {App} props.app
 * @param {Pick<Explanation, 'tier' | 'units'>} props.explanation
 * @param {Cart} props.cart which names the units
 * @param {string} [props.type] of the reward, where it is known: then a tier is said with what it gives
 */
export function RewardEffect({ app, explanation: { tier, units }, cart, type }) {
  const { reward: t } = app.texts().carts
  return html`
    ${tier !== undefined && html`<p class="reward-effect">${tier === null ? t.noTier : t.tier(reachedText(app, tier, type))}</p>`}
    ${units && html`<${Units} app=${app} units=${units} cart=${cart} />`}`
}

/** A total is a text, a number of pieces a number. @param {App} app @param {import('../promotions/tier-values.js').Tier} tier @param {string | undefined} type */
function reachedText(app, tier, type) {
  const by = typeof tier.from === 'number' ? 'quantity' : 'total'
  return type === undefined ? startText(app, by, tier.from) : tierText(app, type, by, tier)
}

/** @param {{ app: App, units: NonNullable<Explanation['units']>, cart: Cart }} props */
function Units({ app, units: { sets, triggers, discounted }, cart }) {
  const { carts, locale } = app.texts()
  const { reward: t } = carts
  if (sets === 0) return html`<p class="reward-effect">${t.noSet}</p>`
  const list = (/** @type {LineUnits[]} */ chosen) => html`
    <ul role="list">${chosen.map(each => html`<li key=${`${each.productId} ${each.variantId}`} dir="auto">${t.units(numberText(each.quantity, locale), isolate(nameIn(cart, each, app)))}</li>`)}</ul>`
  return html`
    <div class="reward-effect">
      <p>${t.sets(numberText(sets, locale))}</p>
      <dl>
        <div><dt>${t.paid}</dt><dd>${list(triggers)}</dd></div>
        <div><dt>${t.discounted}</dt><dd>${list(discounted)}</dd></div>
      </dl>
    </div>`
}

/** The name of the line, with that of its variant. @param {Cart} cart @param {LineUnits} units @param {App} app */
function nameIn({ included }, { productId, variantId }, app) {
  const line = included.find(
    ({ attributes }) => attributes.productId === productId && (attributes.variantId ?? null) === variantId,
  )
  const { products, picker } = app.texts()
  if (!line) return products.product(String(productId))
  const variant = line.meta?.variantName
  const others = included.filter(({ attributes }) => attributes.productId === productId)
  const named = variant ?? (variantId !== null && others.length > 1 ? picker.variant(String(variantId)) : null)
  return [line.attributes.productName, named].filter(Boolean).join(', ')
}

/** The promotions of a cart: what applies, by itself or chosen, the campaigns to choose from, and those that the cart nearly reaches. */

import { html } from './html.js'
import { moneyText } from './ui.js'

/** @typedef {import('./html.js').Cart} Cart */
/** @typedef {import('./texts.js').Texts} Texts */
/** @typedef {NonNullable<NonNullable<Cart['data']['meta']>['promotions']>[number]} Promotion */

/** All promotions that apply, in the order in which they are computed. @param {Cart['data']} data @returns {Promotion[]} */
export function promotionsOf({ attributes: { appliedCoupon: coupon, appliedCampaign: campaign }, meta }) {
  if (meta?.promotions) return meta.promotions
  return [
    ...(coupon ? [{ ...coupon, kind: 'coupon', name: coupon.description || coupon.code }] : []),
    ...(campaign ? [{ ...campaign, kind: 'campaign' }] : []),
  ]
}

/** Whether the one campaign that applies was not chosen: the cart lists its promotions then. Of several campaigns it does not say which one was. @param {Cart['data']} data */
export function isPickedAlone({ meta }) {
  return meta?.promotions?.filter(({ kind }) => kind === 'campaign').length === 1
}

/** Renders the campaigns that can be chosen; those that apply can be dropped. @param {Cart} cart @param {Texts} t */
export function renderCampaigns({ data }, t) {
  const { campaigns = [] } = data.attributes
  if (campaigns.length === 0) return []
  const applied = new Set(promotionsOf(data).map(({ id }) => id))
  const note = isPickedAlone(data) ? html` <span class="note">${t.appliesByItself}</span>` : []
  const items = campaigns.map(({ id, name, description }) => {
    const [action, label] = applied.has(id) ? ['drop-campaign', t.drop] : ['choose-campaign', t.choose]
    return html`<li class="row"><p><strong dir="auto">${name}</strong> <span dir="auto">${description}</span>${applied.has(id) ? note : []}</p>
        <button name="do" value="${action} ${id}" class="button quiet">${label} <span class="visually-hidden">${name}</span></button></li>`
  })
  return html`<section aria-labelledby="campaigns"><h2 id="campaigns">${t.campaigns}</h2><ul role="list">${items}</ul></section>`
}

/** Renders the campaigns that nothing but a minimum keeps from applying, each with what is missing. @param {Cart} cart @param {Texts} t */
export function renderOffers({ data }, t) {
  const offers = data.meta?.offers ?? []
  if (offers.length === 0) return []
  const items = offers.map(({ name, missing }) => {
    const { before, after } = missing.total
      ? t.offer(moneyText(missing.total, t))
      : t.offerPieces(missing.quantity ?? 0)
    return html`<li>${before}<strong dir="auto">${name}</strong>${after}</li>`
  })
  return html`<section aria-labelledby="offers"><h2 id="offers">${t.offers}</h2><ul role="list">${items}</ul></section>`
}

/** The promotions of a cart, as its totals and its list of campaigns show them, and what it lacks of others. */

import { moneyText, numberText } from '../ui/format/money.js'

/** @typedef {import('./state.js').CartDocument['data']} Data */
/** @typedef {NonNullable<NonNullable<Data['meta']>['promotions']>[number]} Promotion */
/** @typedef {NonNullable<NonNullable<Data['meta']>['offers']>[number]} Offer */

/** All promotions that apply, in the order in which they are computed. @param {Data} data @returns {Promotion[]} */
export function promotionsOf({ attributes: { appliedCoupon: coupon, appliedCampaign: campaign }, meta }) {
  if (meta?.promotions) return meta.promotions
  return [
    ...(coupon ? [{ ...coupon, kind: 'coupon', name: coupon.description || coupon.code }] : []),
    ...(campaign ? [{ ...campaign, kind: 'campaign' }] : []),
  ]
}

/**
 * Whether the one campaign that applies was not chosen: the cart lists its promotions then. Of several campaigns it does not say which one was.
 * @param {Data} data
 */
export function isPickedAlone({ meta }) {
  return meta?.promotions?.filter(({ kind }) => kind === 'campaign').length === 1
}

/**
 * Says what the cart lacks of an offer: the texts before and after its name.
 * @param {Offer['missing']} missing
 * @param {import('./texts/texts.js').Texts} texts
 */
export function offerText({ total, quantity = 0 }, { offer, offerPieces, locale }) {
  return total ? offer(moneyText(total, locale)) : offerPieces(numberText(quantity, locale))
}

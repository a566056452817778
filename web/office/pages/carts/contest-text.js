/** Says why an automatic campaign applies to a cart, or which other one does in its place. */

import { moneyText } from '../../../ui/format/money.js'
import { isolate } from '../../format/isolate.js'

/** @typedef {import('./cart-types.js').Campaign} Campaign */

/**
 * The sentence; null for a campaign that takes part in no contest.
 * @param {Pick<Campaign, 'id' | 'name' | 'contest'>} campaign
 * @param {Pick<Campaign, 'id' | 'name' | 'contest'>[]} campaigns all of the cart
 * @param {import('../../texts/texts.js').Texts} texts
 */
export function contestText({ id, contest }, campaigns, { carts: { contest: t }, locale }) {
  if (!contest) return null
  const { winnerId, isChosen, saving, heldTooOften } = contest
  if (heldTooOften && !isChosen) return t.heldTooOften
  if (winnerId === null) return t.off
  const winner = campaigns.find(each => each.id === winnerId)
  const name = isolate(winner?.name ?? String(winnerId))
  if (winnerId === id) return isChosen ? t.chosen : wonText(contest, campaigns, t, locale)
  if (isChosen) return t.otherChosen(name)
  const best = winner?.contest?.saving
  if (!saving || !best) return t.otherFirst(name)
  const [own, other] = [moneyText(saving, locale), moneyText(best, locale)]
  return own === other ? t.otherEqual(name, own) : t.otherSaves(name, other, own)
}

/** @param {NonNullable<Campaign['contest']>} contest @param {Pick<Campaign, 'contest'>[]} campaigns @param {import('../../texts/texts.js').Texts['carts']['contest']} t @param {string} locale */
function wonText({ winnerId, saving }, campaigns, t, locale) {
  if (saving) return t.savesMost(moneyText(saving, locale))
  const rivals = campaigns.filter(({ contest }) => contest?.winnerId === winnerId && !contest.heldTooOften)
  return rivals.length > 1 ? t.first : t.alone
}

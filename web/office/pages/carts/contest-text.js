/** Says why an automatic campaign applies to a cart, or which other one does in its place. */

import { moneyText, numberText } from '../../../ui/format/money.js'
import { isolate } from '../../format/isolate.js'

/** @typedef {import('./cart-types.js').Campaign} Campaign */

/** Campaigns of lower order that a sentence names. */
const NAMED = 3

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

/** @param {NonNullable<Campaign['contest']>} contest @param {Pick<Campaign, 'id' | 'name' | 'contest'>[]} campaigns @param {import('../../texts/texts.js').Texts['carts']['contest']} t @param {string} locale */
function wonText({ winnerId, saving }, campaigns, t, locale) {
  if (saving) return t.savesMost(moneyText(saving, locale))
  const rivals = campaigns.filter(
    ({ id, contest }) => id !== winnerId && contest?.winnerId === winnerId && !contest.heldTooOften,
  )
  return rivals.length > 0 ? t.first(namesOf(rivals, locale)) : t.alone
}

/** @param {Pick<Campaign, 'name'>[]} campaigns @param {string} locale */
function namesOf(campaigns, locale) {
  const named = campaigns.slice(0, NAMED).map(({ name }) => `“${isolate(name)}”`)
  const left = campaigns.length - named.length
  return named.join(', ') + (left > 0 ? ` +${numberText(left, locale)}` : '')
}

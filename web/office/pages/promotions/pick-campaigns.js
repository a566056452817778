/** Where the campaign of a coupon is picked from: those that are bound to coupons. */

import { nextQuery } from '../../url.js'
import { numbersOf } from '../customers/pick-customers.js'
import { campaignName, keepName, readCampaignNames } from './campaign-names.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {{ id: number, name: string, couponBound: boolean }} Campaign */

/** Offers of one search. */
const MOST_OFFERS = 20
/** Pages that one search reads, at most. */
const MOST_PAGES = 5

/** Campaigns, by name. @param {App} app @returns {import('../../ui/picked-list.js').Source} */
export function campaignSource(app) {
  const texts = app.texts()
  const fold = (/** @type {string} */ text) => text.toLocaleLowerCase(texts.locale)
  const canRead = app.can('promotions:read')
  const find = async (/** @type {string} */ text) => {
    const all = (await readCampaigns(app)).filter(each => each.couponBound)
    const fitting = all.filter(({ id, name }) => fold(name).includes(fold(text)) || String(id) === text)
    return fitting.slice(0, MOST_OFFERS).map(({ id, name }) => ({ value: id, text: name, note: `#${id}` }))
  }
  return {
    ...{ find: canRead ? find : null, least: 0, read: numbersOf, hasNumbers: true },
    namesOf: canRead ? ids => namesOf(app, ids.map(Number)) : null,
    textOf: id => texts.picker.campaign(String(id)),
  }
}

/** @param {App} app @param {number[]} ids @returns {Promise<Map<import('../../ui/picked-list.js').Value, string>>} */
async function namesOf(app, ids) {
  await readCampaignNames(app, ids)
  return new Map(
    ids.flatMap(id => {
      const name = campaignName(app, id)
      return name ? [[id, name]] : []
    }),
  )
}

/** @param {App} app @returns {Promise<Campaign[]>} */
async function readCampaigns(app) {
  const campaigns = []
  let query = /** @type {string | null} */ ('?limit=200')
  for (let pages = 0; pages < MOST_PAGES && query !== null; pages++) {
    const { data, links } = await app.api.get(`/campaigns${query}`)
    campaigns.push(...data)
    for (const each of data) keepName(app, each)
    query = nextQuery(links.next)
  }
  return campaigns
}

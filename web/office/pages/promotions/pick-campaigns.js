/** Where the campaign of a coupon is picked from: those that are bound to coupons. */

import { Problem } from '../../../ui/request.js'
import { nextQuery, path } from '../../url.js'
import { numbersOf } from '../customers/pick-customers.js'

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
    namesOf: canRead ? ids => namesOf(app, ids) : null,
    textOf: id => texts.picker.campaign(String(id)),
  }
}

/** @param {App} app @param {import('../../ui/picked-list.js').Value[]} ids @returns {Promise<Map<import('../../ui/picked-list.js').Value, string>>} */
async function namesOf(app, ids) {
  const names = new Map()
  for (const id of ids) {
    try {
      names.set(id, (await app.api.get(path`/campaigns/${id}`)).data.name)
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 404) throw error
    }
  }
  return names
}

/** @param {App} app @returns {Promise<Campaign[]>} */
async function readCampaigns(app) {
  const campaigns = []
  let query = /** @type {string | null} */ ('?limit=200')
  for (let pages = 0; pages < MOST_PAGES && query !== null; pages++) {
    const { data, links } = await app.api.get(`/campaigns${query}`)
    campaigns.push(...data)
    query = nextQuery(links.next)
  }
  return campaigns
}

/** Reads and writes a coupon or campaign: a write holds only for the state that was read, and can be undone while it is the last. */

import { nextQuery } from '../../url.js'
import { isSameRecord } from './compare-records.js'
import { nameIn } from './promotion-kind.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./promotion-kind.js').PromotionKind} PromotionKind */
/** @typedef {import('./promotion-record.js').PromotionRecord} PromotionRecord */

/** What was saved, and may be a mistake, with the place in the record. @typedef {{ pointer: string, detail: string }} Warning */

/**
 * A record that is read or written.
 * @typedef {object} Held
 * @property {PromotionRecord} record
 * @property {string | null} tag that `If-Match` names; null for a record that is not stored
 * @property {string | null} [form] the form that stays as it is; without it the record gets a form of its own
 * @property {import('./promotion-state.js').Uses} [uses] by orders and holds; absent for one that is not stored
 * @property {boolean} [isSaved] whether its form has just saved it
 * @property {Warning[]} [warnings] about what was saved
 */

/** Reads a record. @param {App} app @param {PromotionKind} kind @param {string | number} key @returns {Promise<Held>} */
export async function readPromotion(app, kind, key) {
  const path = kind.path(key)
  const [{ json, tag }, { meta }] = await Promise.all([app.api.read(path), app.api.get(`${path}?include=uses`)])
  return { record: json.data, tag, uses: meta.uses }
}

/**
 * Writes a record in the place of one that was read, or a new one.
 * @param {App} app
 * @param {PromotionKind} kind
 * @param {PromotionRecord} record
 * @param {string | null} tag of the record in whose place it comes; null where there must be none
 * @returns {Promise<Held>} the record as it is stored now, with the warnings of the API
 */
export async function writePromotion(app, kind, record, tag) {
  const headers = tag === null ? { 'If-None-Match': '*' } : { 'If-Match': tag }
  const key = record[kind.keyField]
  const { meta } = await app.api.write('PUT', kind.path(key), record, /** @type {Record<string, string>} */ (headers))
  return { ...(await readPromotion(app, kind, key)), warnings: meta.warnings }
}

/** A message that says, too, whether the API has warnings. @param {string} text @param {Warning[]} warnings @param {import('../../texts/texts.js').Texts['promotions']} t */
export function withWarnings(text, warnings, { warnings: t }) {
  return warnings.length === 0 ? text : `${text} ${t.look}`
}

/** Deletes a record. @param {App} app @param {PromotionKind} kind @param {PromotionRecord} record */
export function deletePromotion(app, kind, record) {
  return app.api.write('DELETE', kind.path(record[kind.keyField]))
}

/**
 * Says what a write has done, with a button that puts the record back as it was. There is none where somebody has written since.
 * @param {{ app: App, kind: PromotionKind, text: string, before: PromotionRecord, written: PromotionRecord, now: Held, onUndone: () => void }} write
 */
export function reportWrite({ app, kind, text, before, written, now, onUndone }) {
  const run = async () => {
    await writePromotion(app, kind, before, now.tag)
    app.notify({ kind: 'good', text: app.texts().promotions.restored(nameIn(kind, before)) })
    onUndone()
  }
  const isLast = isSameRecord(kind.units, written, now.record)
  app.notify({ kind: 'good', text, undo: isLast ? { label: app.texts().undo, run } : undefined })
}

/** The first number that no campaign has, after the last. @param {App} app */
export async function freeCampaignId(app) {
  let last = 0
  /** @type {string | null} */
  let query = '?limit=200'
  while (query !== null) {
    const { data, links } = await app.api.get(`/campaigns${query}`)
    last = data.at(-1)?.id ?? last
    query = nextQuery(links.next)
  }
  return last + 1
}

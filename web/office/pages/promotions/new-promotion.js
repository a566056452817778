/** A new coupon or campaign: an empty form, or a copy of one that exists. */

import { html } from '../../../ui/html.js'
import { Problem } from '../../../ui/request.js'
import { Load } from '../../ui/load.js'
import { PageTitle } from '../../ui/page-title.js'
import { FormWithPreview } from './form-with-preview.js'
import { keepWarnings } from './last-warnings.js'
import { kindOf, nameIn } from './promotion-kind.js'
import { deletePromotion, freeCampaignId, readPromotion, withWarnings, writePromotion } from './save-promotion.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./promotion-kind.js').PromotionKind} PromotionKind */
/** @typedef {import('./promotion-record.js').PromotionRecord} PromotionRecord */

/** The page; `from` of the query is the code or number of what is copied. @param {import('../../app.js').PageProps} props */
export function Page({ app, params, query }) {
  const kind = kindOf(params)
  const t = app.texts().promotions[kind.name]
  const heading = html`<${PageTitle} app=${app} title=${t.add} />`
  const show = (/** @type {PromotionRecord} */ record) => html`
    ${heading}
    <${FormWithPreview} app=${app} kind=${kind} held=${{ record, tag: null }} isNew=${true} onSave=${saverOf(app, kind)} />`
  return html`<${Load} app=${app} from=${() => firstRecord(app, kind, query.get('from'))} show=${show} title=${heading} />`
}

/** What the form has at first. @param {App} app @param {PromotionKind} kind @param {string | null} from @returns {Promise<PromotionRecord>} */
async function firstRecord(app, kind, from) {
  const key = kind.keyField === 'id' ? { id: await freeCampaignId(app) } : { code: '' }
  if (from === null) return { ...kind.blank, ...key }
  const { record } = await readPromotion(app, kind, from)
  const name = 'name' in record && { name: app.texts().promotions.copyOf(record.name) }
  // A copy is made alone, and belongs to no batch.
  return { ...record, ...key, ...name, ...('batch' in record && { batch: null }), usageCount: 0 }
}

/** Makes the function that creates what the form has. @param {App} app @param {PromotionKind} kind @returns {import('./promotion-form.js').Save} */
function saverOf(app, kind) {
  return async record => {
    const { promotions: t, undo } = app.texts()
    requireKey(record[kind.keyField], kind, t)
    const { record: stored, warnings = [] } = await create(app, kind, record)
    const run = async () => {
      await deletePromotion(app, kind, stored)
      app.notify({ kind: 'good', text: app.texts().promotions.deleted(nameIn(kind, stored)) })
      app.go(`/office/${kind.name}`)
    }
    const page = kind.page(stored[kind.keyField])
    const text = withWarnings(t.created(nameIn(kind, stored)), warnings, t)
    app.notify({ kind: 'good', text, undo: { label: undo, run } })
    keepWarnings(page, warnings)
    app.show(page, { replace: true })
  }
}

/** The key is in the path, so an empty one cannot be sent. @param {unknown} key @param {PromotionKind} kind @param {import('../../texts/texts.js').Texts['promotions']} t */
function requireKey(key, { keyField }, t) {
  if (!['', '.', '..', 'undefined'].includes(String(key).trim())) return
  throw new Problem(422, [{ code: 'key', detail: t.rules.missing ?? '', source: { pointer: `/${keyField}` } }])
}

/** @param {App} app @param {PromotionKind} kind @param {PromotionRecord} record */
async function create(app, kind, record) {
  try {
    return await writePromotion(app, kind, record, null)
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 412) throw error
    const detail = app.texts().promotions[kind.name].taken
    throw new Problem(412, [{ code: 'key', detail, source: { pointer: `/${kind.keyField}` } }])
  }
}

/** Writes to a webhook, and what they say. */

import { numberText } from '../../../ui/format/money.js'
import { Problem } from '../../../ui/request.js'
import { shortText } from '../../format/short-text.js'
import { requireUnchanged } from '../../unchanged.js'
import { path } from '../../url.js'
import { outcomeText } from './webhook-parts.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./webhook-model.js').Webhook} Webhook */

/** What was accepted and may be a mistake. @param {App} app @param {{ pointer: string, detail: string }[]} warnings */
export function warningsText(app, warnings) {
  const t = app.texts().webhooks
  return warnings.map(({ pointer, detail }) => (pointer === '/url' ? t.unresolved : detail)).join(' ')
}

/**
 * Creates a webhook.
 * @param {App} app
 * @param {string} name
 * @param {{ url: string, types: string[] }} body
 * @throws {Problem} `name_taken` at `/name` where there is one
 */
export async function createWebhook(app, name, body) {
  const createOnly = { 'If-None-Match': '*' }
  return app.api.write('PUT', path`/webhooks/${name}`, body, createOnly).catch(error => {
    if (!(error instanceof Problem) || error.status !== 412) throw error
    const detail = app.texts().webhooks.wrong.taken
    throw new Problem(422, [{ code: 'name_taken', detail, source: { pointer: '/name' } }])
  })
}

/** Saves a webhook with changes, and can save it as it was. @param {App} app @param {Webhook} webhook @param {Partial<Webhook>} changes @param {(webhook: Webhook) => void} onChanged */
export async function saveWebhook(app, webhook, changes, onChanged) {
  const { data, meta } = await put(app, webhook, changes)
  onChanged(data)
  const t = app.texts()
  const run = async () => {
    const { data: stored } = await app.api.get(path`/webhooks/${webhook.name}`)
    requireUnchanged(settingsOf(stored), settingsOf(data))
    onChanged((await put(app, webhook, {})).data)
    app.notify({ kind: 'good', text: t.webhooks.restored })
  }
  const text = `${t.webhooks.saved(shortText(webhook.name))} ${warningsText(app, meta.warnings)}`.trim()
  app.notify({ kind: 'good', text, undo: { label: t.undo, run } })
}

/** @param {Webhook} webhook */
const settingsOf = ({ url, types, active }) => ({ url, types, active })

/** @param {App} app @param {Webhook} webhook @param {Partial<Webhook>} changes */
function put(app, webhook, changes) {
  return app.api.write('PUT', path`/webhooks/${webhook.name}`, settingsOf({ ...webhook, ...changes }))
}

/** Sends a test. @param {App} app @param {Webhook} webhook @returns {Promise<{ isGood: boolean, text: string }>} */
export async function testWebhook(app, { name }) {
  const { data } = await app.api.write('POST', path`/webhooks/${name}/test`)
  const { webhooks: t, locale } = app.texts()
  const isGood = data.status !== null && data.status >= 200 && data.status < 300
  const ms = numberText(data.ms, locale)
  return { isGood, text: isGood ? t.testGood(String(data.status), ms) : t.testBad(outcomeText(app, data), ms) }
}

/** Moves a webhook to another place in the feed. @param {App} app @param {Webhook} webhook @param {number} after @param {(webhook: Webhook) => void} onChanged */
export async function replayWebhook(app, { name }, after, onChanged) {
  const { data, meta } = await app.api.write('POST', path`/webhooks/${name}/replay`, { after })
  onChanged(data)
  const { webhooks: t, locale } = app.texts()
  const skipped = meta.skipped > 0 ? t.skipped(numberText(meta.skipped, locale)) : ''
  app.notify({ kind: 'good', text: `${t.replayed(numberText(data.pending, locale))} ${skipped}`.trim() })
}

/** The form of a webhook: its name where it is new, its address, and the events that it gets. */

import { html } from '../../../ui/html.js'
import { Problem } from '../../../ui/request.js'
import { worded } from '../../problems.js'
import { Form } from '../../ui/form.js'
import { fieldOf, patternsFor, readWebhook } from './webhook-model.js'

/** @typedef {import('../../app.js').App} App */

/**
 * The form.
 * @param {object} props
 * @param {App} props.app
 * @param {import('./webhook-model.js').Webhook} [props.webhook] that is edited
 * @param {(name: string, body: { url: string, types: string[] }) => Promise<void>} props.onSave
 * @param {() => void} props.onCancel
 */
export function WebhookForm({ app, webhook, onSave, onCancel }) {
  const t = app.texts().webhooks
  const patterns = patternsFor(webhook?.types ?? [])
  const name = { name: 'name', label: t.name, hint: t.nameHint, isRequired: true }
  const fields = [
    ...(webhook ? [] : [name]),
    { name: 'url', label: t.url, hint: t.urlHint, isRequired: true },
    ...patterns.map(each => ({
      name: fieldOf(each),
      label: t.patterns[each] ?? each,
      type: /** @type {const} */ ('checkbox'),
    })),
  ]
  const chosen = webhook?.types ?? ['*']
  const values = {
    url: webhook?.url,
    ...Object.fromEntries(patterns.map(each => [fieldOf(each), chosen.includes(each)])),
  }
  /** @param {Record<string, string | boolean>} given */
  const save = async given => {
    const body = readWebhook(given)
    const wanted = webhook?.name ?? String(given.name).trim()
    if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(wanted)) throw new Problem(422, [wrong('/name', t.wrong.name)])
    if (body.types.length === 0) throw new Problem(422, [wrong('/types', t.wrong.types)])
    await onSave(wanted, body).catch(error => Promise.reject(explained(error, app)))
  }
  return html`<div class="webhook-form"><${Form} app=${app} fields=${fields} values=${values} title=${webhook?.name ?? t.newTitle} action=${webhook ? app.texts().save : t.create} onSave=${save} onCancel=${onCancel} /></div>`
}

/** @param {string} pointer @param {string} detail */
function wrong(pointer, detail) {
  return { code: 'worded', detail, source: { pointer } }
}

/** The refusal in the words of this page. @param {unknown} error @param {App} app */
function explained(error, app) {
  if (!(error instanceof Problem)) return error
  const { wrong: words } = app.texts().webhooks
  return new Problem(
    error.status,
    error.errors.map(each => {
      const detail =
        each.source?.pointer === '/url' && each.code === 'field_invalid' ? words.url : words.codes[each.code]
      return detail === undefined ? each : worded(each, detail)
    }),
  )
}

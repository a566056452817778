/** Whether the webhooks of the shop get their events: those that do not are named. */

import { html } from '../../../ui/html.js'
import { Card } from '../../ui/card.js'
import { Load } from '../../ui/load.js'
import { path, queryOf } from '../../url.js'
import { kindOf } from '../webhooks/webhook-model.js'
import { StateBadge } from '../webhooks/webhook-parts.js'
import { readPages } from './read-pages.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../webhooks/webhook-model.js').Webhook} Webhook */

/** The card. @param {{ app: App }} props */
export function WebhooksCard({ app }) {
  const texts = app.texts()
  const { webhooks: t } = texts.home
  const load = () => readPages(app, '/webhooks', { query: queryOf({ limit: 200 }), pages: 1 })
  const show = (/** @type {{ rows: Webhook[] }} */ { rows }) => Webhooks({ app, webhooks: rows })
  return html`
    <${Card} title=${t.title}>
      <div class="one-line"><${Load} app=${app} from=${load} show=${show} loading=${html`<p class="hint">${texts.loading}</p>`} /></div>
      <p><a href="/office/webhooks">${t.open}</a></p>
    <//>`
}

/** @param {{ app: App, webhooks: Webhook[] }} props */
function Webhooks({ app, webhooks }) {
  const { webhooks: t } = app.texts().home
  const failing = webhooks.filter(each => kindOf(each) === 'warn')
  if (failing.length === 0) return html`<p class="hint">${webhooks.length === 0 ? t.none : t.well}</p>`
  return html`
    <ul class="entries" role="list">
      ${failing.map(
        each => html`
        <li key=${each.name}><a href=${path`/office/webhooks/${each.name}`}><bdi>${each.name}</bdi></a> <${StateBadge} app=${app} webhook=${each} /></li>`,
      )}
    </ul>`
}

/** How a webhook goes, and which events it gets. */

import { Icon } from '../../../ui/components/icon.js'
import { numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { KeyValues } from '../../ui/key-values.js'
import { Time } from '../../ui/time.js'
import { UserText } from '../../ui/user-text.js'
import { Attempt } from './webhook-parts.js'

/** @typedef {{ app: import('../../app.js').App, webhook: import('./webhook-model.js').Webhook }} Props */

/** The state. @param {Props} props */
export function WebhookState({ app, webhook }) {
  const { locale, webhooks: t } = app.texts()
  const advice = webhook.disabledReason === null ? t.advice[webhook.state] : t.adviceOff[webhook.disabledReason]
  return html`
    ${advice && html`<p class="alert" role="status"><${Icon} name="warning" /><span>${advice}</span></p>`}
    <${KeyValues} rows=${[
      [t.lastSuccess, html`<${Attempt} app=${app} outcome=${webhook.lastSuccess} />`],
      [t.lastFailure, html`<${Attempt} app=${app} outcome=${webhook.lastFailure} />`],
      [t.failingSince, webhook.failingSince && html`<${Time} app=${app} at=${webhook.failingSince} />`],
      [t.nextAttempt, webhook.nextAttemptAt && html`<${Time} app=${app} at=${webhook.nextAttemptAt} />`],
      [t.pending, numberText(webhook.pending, locale)],
      [t.lost, html`${numberText(webhook.lost, locale)}${webhook.lost > 0 && html` <small>${t.lostHint}</small>`}`],
    ]} />`
}

/** The address and the events. @param {Props} props */
export function WebhookTypes({ app, webhook: { url, types, createdAt, updatedAt, cursor } }) {
  const t = app.texts().webhooks
  const chips = html`<ul class="chips" role="list">${types.map(each => html`<li key=${each} class="badge">${t.patterns[each] ?? each}</li>`)}</ul>`
  return html`
    <${KeyValues} rows=${[
      [t.url, html`<${UserText} text=${url} />`],
      [t.types, chips],
      [t.cursor, `#${cursor}`],
      [t.createdAt, html`<${Time} app=${app} at=${createdAt} />`],
      [t.updatedAt, html`<${Time} app=${app} at=${updatedAt} />`],
    ]} />`
}

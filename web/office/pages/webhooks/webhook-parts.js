/** Parts of the pages of webhooks: the state, an attempt, and a secret that is shown once. */

import { Button } from '../../../ui/components/button.js'
import { html } from '../../../ui/html.js'
import { copyText } from '../../copy-text.js'
import { stateful } from '../../stateful.js'
import { Badge } from '../../ui/badge.js'
import { Card } from '../../ui/card.js'
import { Time } from '../../ui/time.js'
import { Unsaved } from '../../ui/unsaved.js'
import { kindOf, shownState } from './webhook-model.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./webhook-model.js').Webhook} Webhook */

/** The state, and for a disabled one why. @param {{ app: App, webhook: Webhook }} props */
export function StateBadge({ app, webhook }) {
  const t = app.texts().webhooks
  const text = webhook.disabledReason === null ? t.states[shownState(webhook)] : t.reasons[webhook.disabledReason]
  return html`<${Badge} kind=${kindOf(webhook)}>${text}<//>`
}

/** What a receiver has answered, in words. @param {App} app @param {{ status: number | null, error?: string | null }} outcome */
export function outcomeText(app, { status, error = null }) {
  const t = app.texts().webhooks
  if (status !== null) return t.answered(String(status))
  return t.failures[error ?? ''] ?? error ?? ''
}

/** When an attempt was, and its outcome. @param {{ app: App, outcome: Webhook['lastFailure'] | Webhook['lastSuccess'], isShort?: boolean }} props */
export function Attempt({ app, outcome, isShort = false }) {
  if (outcome === null) return html`<span class="hint">${app.texts().webhooks.never}</span>`
  return html`<span><${Time} app=${app} at=${outcome.at} isAge=${isShort} /> <small>${outcomeText(app, outcome)}</small></span>`
}

/** @typedef {{ app: App, secret: string, onDone: () => void }} SecretProps */

/** A new secret, which no other page shows again. @param {SecretProps} props */
export const NewSecret = stateful(
  (/** @type {SecretProps} */ _props) => ({ isCopied: false }),
  ({ app, secret, onDone }, { isCopied }, set) => {
    const t = app.texts().webhooks
    // Without HTTPS a browser has no clipboard: a click selects the whole secret.
    const copy = async () => set({ isCopied: await copyText(secret) })
    return html`
      <${Card} title=${t.newSecret} class="secret">
        <${Unsaved} app=${app} lost=${() => [t.secretLoss]} />
        <p class="alert" role="status">${t.newSecretHint}</p>
        <code dir="ltr">${secret}</code>
        <div class="actions">
          <${Button} look="main" icon=${isCopied ? 'check' : null} onClick=${copy}>${isCopied ? t.copied : t.copy}<//>
          <${Button} onClick=${onDone}>${t.secretDone}<//>
        </div>
      <//>`
  },
)

/** Sends events again, or skips some: moves a webhook to another place in the list of events. */

import { Button } from '../../../ui/components/button.js'
import { numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { stateful } from '../../stateful.js'
import { Card } from '../../ui/card.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import { Unsaved } from '../../ui/unsaved.js'
import { replayWebhook } from './webhook-actions.js'

/** @typedef {{ app: import('../../app.js').App, webhook: import('./webhook-model.js').Webhook, onChanged: (webhook: any) => void }} ReplayProps */

/** The choice of the place. @param {ReplayProps} props */
export const WebhookReplay = stateful(
  (/** @type {ReplayProps} */ _props) => ({
    turn: 0,
    after: /** @type {number | null} */ (null),
    error: /** @type {string | null} */ (null),
  }),
  ({ app, webhook, onChanged }, { turn, after, error }, set) => {
    const t = app.texts().webhooks
    const { cursor } = webhook
    const now = () => app.attempt(() => replayWebhook(app, webhook, cursor, onChanged))
    /** @param {SubmitEvent & { currentTarget: HTMLFormElement }} event */
    const ask = event => {
      event.preventDefault()
      const typed = String(new FormData(event.currentTarget).get('after') ?? '').trim()
      if (/^\d{1,15}$/.test(typed)) set({ after: Number(typed), error: null })
      else set({ error: t.wrong.after })
    }
    const confirm = async () => {
      await replayWebhook(app, webhook, after ?? cursor, onChanged)
      set({ after: null, turn: turn + 1 })
    }
    return html`
      <${Card} title=${t.replay}>
        <p>${t.replayHint(`#${cursor}`)}</p>
        <div class="actions"><${Button} icon="again" onClick=${now}>${t.sendNow}<//></div>
        <form key=${turn} class="form" noValidate onInput=${() => error && set({ error: null })} onSubmit=${ask}>
          <${Unsaved} app=${app} name=${t.replay} />
          <div class="field short">
            <label for="after">${t.after}</label>
            <input id="after" name="after" type="text" inputmode="numeric" autocomplete="off" aria-describedby="after-hint after-error"
              aria-invalid=${error ? 'true' : null} />
            <p class="hint" id="after-hint">${t.afterHint}</p>
            <p class="field-error" id="after-error" role="alert">${error}</p>
          </div>
          <div class="actions"><${Button} type="submit">${t.moveTo}<//></div>
        </form>
        ${
          after !== null &&
          html`
          <${ConfirmDialog} app=${app} title=${t.moveTitle(numberText(after, app.texts().locale))} action=${t.moveTo} onConfirm=${confirm}
            onClose=${() => set({ after: null })}>
            ${after > cursor && html`<p>${app.texts().asks.skips(numberText(after - cursor, app.texts().locale))}</p>`}
            <p>${after < cursor ? t.moveBack : after > cursor ? t.moveAhead : t.moveSame}</p>
          <//>`
        }
      <//>`
  },
)

/** Sends a test, and shows what the receiver has answered. */

import { Button } from '../../../ui/components/button.js'
import { Icon } from '../../../ui/components/icon.js'
import { html } from '../../../ui/html.js'
import { stateful } from '../../stateful.js'
import { Card } from '../../ui/card.js'
import { testWebhook } from './webhook-actions.js'

/** @typedef {{ app: import('../../app.js').App, webhook: import('./webhook-model.js').Webhook }} TestProps */

/** The test. @param {TestProps} props */
export const WebhookTest = stateful(
  (/** @type {TestProps} */ _props) => ({
    isBusy: false,
    result: /** @type {{ isGood: boolean, text: string } | null} */ (null),
  }),
  ({ app, webhook }, { isBusy, result }, set) => {
    const t = app.texts().webhooks
    const test = async () => {
      set({ isBusy: true, result: null })
      await app.attempt(async () => set({ result: await testWebhook(app, webhook) }))
      set({ isBusy: false })
    }
    return html`
      <${Card} title=${t.test}>
        <p>${t.testHint}</p>
        <div role="status">
          ${
            result &&
            html`<p class=${result.isGood ? 'alert good' : 'alert'}>
              <${Icon} name=${result.isGood ? 'check' : 'warning'} /><span>${result.text}</span>
            </p>`
          }
        </div>
        <div class="actions"><${Button} icon="pulse" isBusy=${isBusy} onClick=${test}>${t.sendTest}<//></div>
      <//>`
  },
)

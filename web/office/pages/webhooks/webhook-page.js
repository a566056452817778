/** A webhook: how it goes, what it gets, and what can be done with it. */

import { html } from '../../../ui/html.js'
import { stateful } from '../../stateful.js'
import { Card } from '../../ui/card.js'
import { Load } from '../../ui/load.js'
import { PageTitle } from '../../ui/page-title.js'
import { path } from '../../url.js'
import { saveWebhook } from './webhook-actions.js'
import { WebhookButtons } from './webhook-buttons.js'
import { WebhookForm } from './webhook-form.js'
import { NewSecret, StateBadge } from './webhook-parts.js'
import { WebhookReplay } from './webhook-replay.js'
import { WebhookState, WebhookTypes } from './webhook-state.js'
import { WebhookTest } from './webhook-test.js'

/** @typedef {import('./webhook-model.js').Webhook} Webhook */

/** The page. @param {import('../../app.js').PageProps} props */
export function Page({ app, params: { name = '' } }) {
  const from = async () => (await app.api.get(path`/webhooks/${name}`)).data
  /** @param {Webhook} webhook @param {() => void} again @param {(webhook: Webhook) => void} set */
  const show = (webhook, again, set) =>
    html`<${Shown} app=${app} webhook=${webhook} onAgain=${again} onChanged=${set} />`
  const title = html`<${PageTitle} app=${app} title=${name} />`
  return html`<${Load} app=${app} from=${from} show=${show} title=${title} />`
}

/** @typedef {{ app: import('../../app.js').App, webhook: Webhook, onAgain: () => void, onChanged: (webhook: Webhook) => void }} ShownProps */

const Shown = stateful(
  (/** @type {ShownProps} */ _props) => ({ isEditing: false, secret: /** @type {string | null} */ (null) }),
  ({ app, webhook, onAgain, onChanged }, { isEditing, secret }, set) => {
    const t = app.texts().webhooks
    const mayWrite = app.can('webhooks:write')
    /** @param {string} _name @param {{ url: string, types: string[] }} body */
    const save = async (_name, body) => {
      await saveWebhook(app, webhook, body, onChanged)
      set({ isEditing: false })
    }
    const buttons =
      mayWrite &&
      html`
      <${WebhookButtons} app=${app} webhook=${webhook} onChanged=${onChanged} onAgain=${onAgain}
        onEdit=${() => set({ isEditing: true })} onSecret=${(/** @type {string} */ each) => set({ secret: each })} />`
    return html`
      <${PageTitle} app=${app} title=${webhook.name} beside=${html`<${StateBadge} app=${app} webhook=${webhook} />`} actions=${buttons} />
      ${secret !== null && html`<${NewSecret} key=${secret} app=${app} secret=${secret} onDone=${() => set({ secret: null })} />`}
      <${Card} title=${t.state}><${WebhookState} app=${app} webhook=${webhook} /><//>
      <${Card} title=${t.details}>
        ${
          isEditing
            ? html`<${WebhookForm} app=${app} webhook=${webhook} onSave=${save} onCancel=${() => set({ isEditing: false })} />`
            : html`<${WebhookTypes} app=${app} webhook=${webhook} />`
        }
      <//>
      ${mayWrite && html`<${WebhookTest} app=${app} webhook=${webhook} />`}
      ${mayWrite && html`<${WebhookReplay} app=${app} webhook=${webhook} onChanged=${onChanged} />`}`
  },
)

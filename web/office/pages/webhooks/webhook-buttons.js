/** The buttons of a webhook: edit, switch, a new secret, delete. */

import { Button } from '../../../ui/components/button.js'
import { html } from '../../../ui/html.js'
import { shortText } from '../../format/short-text.js'
import { stateful } from '../../stateful.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import { path } from '../../url.js'
import { saveWebhook } from './webhook-actions.js'

/**
 * @typedef {object} ButtonsProps
 * @property {import('../../app.js').App} app
 * @property {import('./webhook-model.js').Webhook} webhook
 * @property {(webhook: any) => void} onChanged
 * @property {() => void} onAgain reads the webhook again
 * @property {() => void} onEdit
 * @property {(secret: string) => void} onSecret gets the new secret
 */

/** The buttons. @param {ButtonsProps} props */
export const WebhookButtons = stateful(
  (/** @type {ButtonsProps} */ _props) => ({ asks: /** @type {'delete' | 'rotate' | null} */ (null) }),
  (props, { asks }, set) => {
    const { app, webhook, onChanged, onAgain, onEdit } = props
    const t = app.texts().webhooks
    const isOff = webhook.state === 'disabled'
    const flip = () => app.attempt(() => saveWebhook(app, webhook, { active: isOff }, onChanged))
    const close = () => set({ asks: null })
    return html`
      <${Button} icon="again" onClick=${onAgain}>${t.refresh}<//>
      <${Button} icon="edit" onClick=${onEdit}>${t.edit}<//>
      <${Button} look=${isOff ? 'main' : 'quiet'} onClick=${flip}>${isOff ? t.enable : t.disable}<//>
      <${Button} icon="lock" onClick=${() => set({ asks: 'rotate' })}>${t.rotate}<//>
      <${Button} icon="bin" onClick=${() => set({ asks: 'delete' })}>${t.delete}<//>
      ${asks === 'rotate' && html`<${Rotate} ...${props} onClose=${close} />`}
      ${asks === 'delete' && html`<${Delete} ...${props} onClose=${close} />`}`
  },
)

/** @param {ButtonsProps & { onClose: () => void }} props */
function Rotate({ app, webhook, onSecret, onClose }) {
  const t = app.texts().webhooks
  const confirm = async () => {
    const { data } = await app.api.write('POST', path`/webhooks/${webhook.name}/rotate-secret`, {})
    onSecret(data.secret)
    onClose()
  }
  return html`
    <${ConfirmDialog} app=${app} title=${t.rotateTitle} action=${t.rotate} onConfirm=${confirm} onClose=${onClose}>
      <p>${t.rotateHint}</p>
    <//>`
}

/** @param {ButtonsProps & { onClose: () => void }} props */
function Delete({ app, webhook: { name, pending }, onClose }) {
  const t = app.texts().webhooks
  const confirm = async () => {
    await app.api.write('DELETE', path`/webhooks/${name}`)
    app.notify({ kind: 'good', text: t.deleted(shortText(name)) })
    app.show('/office/webhooks')
  }
  return html`
    <${ConfirmDialog} app=${app} title=${t.deleteTitle(name)} action=${t.delete} word=${name} onConfirm=${confirm} onClose=${onClose}>
      <p>${t.deleteHint(String(pending))}</p>
    <//>`
}

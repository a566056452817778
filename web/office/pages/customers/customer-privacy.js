/** What a customer may ask for: everything that is stored, and the deletion. */

import { Button } from '../../../ui/components/button.js'
import { numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { downloadJson } from '../../download.js'
import { isolate } from '../../format/isolate.js'
import { stateful } from '../../stateful.js'
import { Card } from '../../ui/card.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import { path } from '../../url.js'

/** @typedef {import('../../app.js').App} App */

/** @typedef {{ app: App, id: number, name: string, completedOrders: number }} Props */

/** The card. */
export const CustomerPrivacy = stateful(
  (/** @type {Props} */ _props) => ({ isAsking: false }),
  ({ app, id, name, completedOrders }, { isAsking }, set) => {
    const { customers: t } = app.texts()
    const save = () =>
      app.attempt(async () => downloadJson(`customer-${id}.json`, await app.api.get(path`/customers/${id}/export`)))
    return html`
      <${Card} title=${t.privacy}>
        <p class="hint">${t.exportHint}</p>
        <div><${Button} icon="download" onClick=${save}>${t.export}<//></div>
        <p class="hint">${app.can('customers:delete') ? t.deleteHint : t.mayNotDelete}</p>
        ${app.can('customers:delete') && html`<div><${Button} icon="bin" onClick=${() => set({ isAsking: true })}>${t.delete}<//></div>`}
        ${isAsking && html`<${Deletion} app=${app} id=${id} name=${name} completedOrders=${completedOrders} onClose=${() => set({ isAsking: false })} />`}
      <//>`
  },
)

/** @param {Props & { onClose: () => void }} props */
function Deletion({ app, id, name, completedOrders, onClose }) {
  const { customers: t, asks, locale } = app.texts()
  const remove = async () => {
    await app.api.write('DELETE', path`/customers/${id}`)
    app.notify({ kind: 'good', text: t.deleted(String(id)) })
    app.show('/office/customers', { replace: true })
  }
  return html`
    <${ConfirmDialog} app=${app} title=${t.deleteTitle(isolate(name), String(id))} word=${String(id)} action=${t.delete} onConfirm=${remove} onClose=${onClose}>
      ${completedOrders > 0 && html`<p>${asks.customerOrders(numberText(completedOrders, locale))}</p>`}
      <p>${t.deleteHint}</p>
    <//>`
}

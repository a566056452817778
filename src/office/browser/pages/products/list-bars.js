/** What is below the list of products: how many are shown, and what to do with changed rows. */

import { Button } from '../../../../ui/browser/components/button.js'
import { numberText } from '../../../../ui/browser/format/money.js'
import { html } from '../../../../ui/browser/html.js'

/**
 * How many products are shown, of how many that were looked at, and a button for more.
 * @param {{ app: import('../../app.js').App, reading: import('./find-products.js').Reading, low: number | null, isLoading: boolean, onMore: () => void }} props
 */
export function Pager({ app, reading: { rows, queue, looked }, low, isLoading, onMore }) {
  const t = app.texts()
  const found = numberText(rows.length, t.locale)
  const seen = numberText(looked, t.locale)
  const filtered = queue.length > 0 ? t.products.looked : t.products.lookedAll
  const more = low === null ? t.list.more : t.products.further
  return html`
    <div class="pager">
      <p role="status">${looked === 0 ? '' : low === null ? t.products.shown(found) : filtered(found, seen)}</p>
      ${queue.length > 0 && html`<${Button} icon="down" isBusy=${isLoading} onClick=${onMore}>${more}<//>`}
    </div>`
}

/**
 * How many rows were changed, and what to do with them.
 * @param {object} props
 * @param {import('../../app.js').App} props.app
 * @param {number} props.count
 * @param {string | null} props.refusal why nothing was saved
 * @param {boolean} props.isSaving
 * @param {() => void} props.onSave
 * @param {() => void} props.onDiscard
 */
export function SaveBar({ app, count, refusal, isSaving, onSave, onDiscard }) {
  const t = app.texts().products
  return html`
    <form class="save-bar" aria-label=${t.save} onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
      <p role="status">${t.changes(String(count))}</p>
      ${refusal && html`<p class="field-error" role="alert">${refusal}</p>`}
      <div class="actions">
        <${Button} look="main" icon="check" isBusy=${isSaving} onClick=${onSave}>${t.save}<//>
        <${Button} onClick=${onDiscard}>${t.discard}<//>
      </div>
    </form>`
}

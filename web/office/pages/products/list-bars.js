/** What is below the list of products: how many are shown, and what to do with changed rows. */

import { Button } from '../../../ui/components/button.js'
import { numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'

/**
 * How many products are shown, in which order, and a button for more.
 * @param {object} props
 * @param {import('../../app.js').App} props.app
 * @param {import('./find-products.js').Reading} props.reading
 * @param {boolean} props.isByStock
 * @param {boolean} props.isLoading
 * @param {() => void} props.onMore
 */
export function Pager({ app, reading: { rows, queue }, isByStock, isLoading, onMore }) {
  const t = app.texts()
  const count = numberText(rows.length, t.locale)
  const shown = isByStock ? t.products.shownByStock : t.products.shown
  return html`
    <div class="pager">
      <p role="status">${rows.length > 0 && shown(count)}</p>
      ${queue.length > 0 && html`<${Button} icon="down" isBusy=${isLoading} onClick=${onMore}>${t.list.more}<//>`}
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

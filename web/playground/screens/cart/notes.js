/** The notes of a line and its gift package: a summary that opens a form. */

import { Button } from '../../../ui/components/button.js'
import { Icon } from '../../../ui/components/icon.js'
import { numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { saveNotes } from '../../actions/cart.js'
import { NoteField } from './note-field.js'

/** The notes. @param {{ app: import('../../app.js').App, line: import('../../state.js').Line }} props */
export function Notes({ app, line: { id, attributes } }) {
  const t = app.texts()
  const { productName, orderNote, giftNote, giftPackage } = attributes
  const { orderNoteMaxLength = 0, giftNoteMaxLength = 0 } = app.state.shop ?? {}
  const written = [giftPackage && t.giftPackage, orderNote, giftNote].filter(Boolean).join(' · ')
  const atMost = (/** @type {number} */ length) => t.atMost(numberText(length, t.locale))
  /** @param {SubmitEvent & { currentTarget: HTMLFormElement }} event */
  const save = event => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const text = (/** @type {string} */ name) => String(fields.get(name) ?? '').trim() || null
    const notes = { orderNote: text('orderNote'), giftNote: text('giftNote'), giftPackage: fields.has('giftPackage') }
    app.runOnCart(() => saveNotes(app, id, notes))
  }
  return html`
    <details class="notes">
      <summary aria-label=${t.notesOf(productName)}>
        <${Icon} name="gift" />
        <span class="notes-text">${written ? html`<bdi>${written}</bdi>` : t.notes}</span>
        <${Icon} name="down" />
      </summary>
      <form onSubmit=${save}>
        <${NoteField} name="orderNote" label=${t.orderNote} value=${orderNote} limit=${atMost(orderNoteMaxLength)} />
        <${NoteField} name="giftNote" label=${t.giftNote} value=${giftNote} limit=${atMost(giftNoteMaxLength)} />
        <label class="checkbox">
          <input type="checkbox" name="giftPackage" defaultChecked=${giftPackage} /><span>${t.giftPackage}</span>
        </label>
        <${Button} type="submit">${t.save}<//>
      </form>
    </details>`
}

/** A field within a row: what it becomes is below it, or why it was refused. */

import { html } from '../../ui/html.js'

/**
 * The field.
 * @param {object} props
 * @param {string} props.id
 * @param {string} props.label for screen readers: the column has the visible one
 * @param {string} props.value what it shows
 * @param {boolean} props.isEdited
 * @param {string | null} [props.note] below it
 * @param {string | null} [props.error]
 * @param {string} [props.placeholder]
 * @param {(text: string) => void} props.onInput
 */
export function EditCell({ id, label, value, isEdited, note, error, placeholder, onInput }) {
  const described = [note && `${id}-note`, error && `${id}-error`].filter(Boolean).join(' ')
  const input = (/** @type {Event & { currentTarget: HTMLInputElement }} */ event) => onInput(event.currentTarget.value)
  return html`
    <span class=${isEdited ? 'edit-cell edited' : 'edit-cell'}>
      <input id=${id} type="text" inputmode="text" autocomplete="off" spellcheck=${false} maxlength="40" aria-label=${label} value=${value}
        placeholder=${placeholder} aria-describedby=${described || null} aria-invalid=${error ? 'true' : null} onInput=${input} />
      ${note && html`<small id=${`${id}-note`}>${note}</small>`}
      ${error && html`<span class="field-error" id=${`${id}-error`}>${error}</span>`}
    </span>`
}

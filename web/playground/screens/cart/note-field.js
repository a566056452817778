/** A note field without `maxlength`: the API refuses a longer note, and the request log shows the response. */

import { html } from '../../../ui/html.js'

/** The field, which keeps what is typed. @param {{ name: string, label: string, value: string | null, limit: string }} props */
export function NoteField({ name, label, value, limit }) {
  return html`
    <label class="field">
      <span>${label}<small>${limit}</small></span>
      <textarea name=${name} rows="2" dir="auto" defaultValue=${value ?? ''} />
    </label>`
}

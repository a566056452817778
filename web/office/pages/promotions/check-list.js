/** Choices of which any can be ticked, such as the days of the week. */

import { html } from '../../../ui/html.js'
import { errorText } from '../../problems.js'

/**
 * The checkboxes.
 * @param {object} props
 * @param {import('../../app.js').App} props.app
 * @param {string} props.name
 * @param {string} props.label
 * @param {string | undefined} [props.hint]
 * @param {readonly (readonly [value: string, label: string])[]} props.options
 * @param {string} props.value the ticked values: `1, 2`
 * @param {import('../../../ui/request.js').ApiError[] | undefined} props.errors
 */
export function CheckList({ app, name, label, hint, options, value, errors = [] }) {
  const ticked = value.split(', ')
  const id = `field-${name}`
  const described = [hint && `${id}-hint`, errors.length > 0 && `${id}-error`].filter(Boolean).join(' ')
  return html`
    <fieldset class="field weekdays" aria-describedby=${described || null}>
      <legend>${label}</legend>
      ${options.map(
        ([each, text]) => html`
        <label key=${each}><input type="checkbox" name=${name} value=${each} defaultChecked=${ticked.includes(each)}
          aria-invalid=${errors.length > 0 ? 'true' : null} /> ${text}</label>`,
      )}
      ${hint && html`<p class="hint" id=${`${id}-hint`}>${hint}</p>`}
      ${errors.length > 0 && html`<p class="field-error" id=${`${id}-error`}>${errors.map(error => errorText(error, app.texts())).join(' ')}</p>`}
    </fieldset>`
}

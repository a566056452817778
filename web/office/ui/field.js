/** A field of a form: its label, its control, a hint, and the errors that the API has found in it. */

import { html } from '../../ui/html.js'
import { errorText } from '../problems.js'

/**
 * @typedef {object} FieldSpec
 * @property {string} name as the API names it
 * @property {string} label
 * @property {'text' | 'email' | 'tel' | 'number' | 'search' | 'datetime-local' | 'time' | 'textarea' | 'select' | 'checkbox'} [type]
 * @property {[value: string, label: string][]} [options] of a `select`
 * @property {string | undefined} [hint]
 * @property {boolean} [isRequired]
 * @property {string} [autocomplete]
 * @property {'numeric' | 'decimal'} [inputMode] which keys a phone shows
 */

/**
 * The field. It keeps what is typed until the form is drawn with another `key`.
 * @param {FieldSpec & { app: import('../app.js').App, value?: string | boolean | null, errors?: import('../../ui/request.js').ApiError[] | undefined, warnings?: string[] | undefined }} props
 */
export function Field({ app, value, errors = [], warnings = [], ...spec }) {
  const id = `field-${spec.name}`
  const notes = [spec.hint && 'hint', warnings.length > 0 && 'warning', errors.length > 0 && 'error'].filter(Boolean)
  const described = notes.map(note => `${id}-${note}`).join(' ')
  const state = { 'aria-describedby': described || null, 'aria-invalid': errors.length > 0 ? 'true' : null }
  const control = Control({ id, value, state, spec })
  const label = html`<label for=${id}>${spec.label}</label>`
  return html`
    <div class=${spec.type === 'checkbox' ? 'field check' : 'field'}>
      ${spec.type === 'checkbox' ? [control, label] : [label, control]}
      ${spec.hint && html`<p class="hint" id=${`${id}-hint`}>${spec.hint}</p>`}
      ${warnings.length > 0 && html`<p class="field-warning" id=${`${id}-warning`} dir="auto">${warnings.join(' ')}</p>`}
      ${errors.length > 0 && html`<p class="field-error" id=${`${id}-error`}>${errors.map(error => errorText(error, app.texts())).join(' ')}</p>`}
    </div>`
}

/** @param {{ id: string, value: string | boolean | null | undefined, state: object, spec: FieldSpec }} props */
function Control({
  id,
  value,
  state,
  spec: { name, type = 'text', options = [], isRequired = false, autocomplete = 'off', inputMode },
}) {
  const text = typeof value === 'string' ? value : ''
  if (type === 'checkbox')
    return html`<input id=${id} name=${name} type="checkbox" defaultChecked=${value === true} ...${state} />`
  if (type === 'textarea')
    return html`<textarea id=${id} name=${name} rows="3" dir="auto" defaultValue=${text} ...${state} />`
  if (type === 'select') {
    return html`
      <select id=${id} name=${name} ...${state}>
        ${options.map(([each, label]) => html`<option key=${each} value=${each} selected=${each === text}>${label}</option>`)}
      </select>`
  }
  return html`
    <input id=${id} name=${name} type=${type} dir="auto" defaultValue=${text} required=${isRequired} autocomplete=${autocomplete}
      inputmode=${inputMode} ...${state} />`
}

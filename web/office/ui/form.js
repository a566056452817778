/** A form that writes to the admin API, and shows the API's errors at the fields. */

import { Button } from '../../ui/components/button.js'
import { html } from '../../ui/html.js'
import { Problem } from '../../ui/request.js'
import { divideErrors, problemText, refusalText, withoutField } from '../problems.js'
import { stateful } from '../stateful.js'
import { Field } from './field.js'
import { Unsaved } from './unsaved.js'

/** @typedef {import('./field.js').FieldSpec} FieldSpec */

/**
 * @typedef {object} FormProps
 * @property {import('../app.js').App} app
 * @property {FieldSpec[]} fields
 * @property {Record<string, any>} [values] of the fields by name
 * @property {string} title what is edited, for the question before it is left
 * @property {string} action what the button says
 * @property {(values: Record<string, string | boolean>) => Promise<void>} onSave gets what is in the fields; a `Problem` that it throws is shown
 * @property {() => void} [onCancel]
 * @property {boolean} [takesFocus] whether the first field has the focus at first
 */

/** @typedef {{ problem: Problem | null, isBusy: boolean }} FormState */

/** The form. After a refusal the first field with an error takes the focus. */
export const Form = stateful(
  /** @returns {FormState} */
  (/** @type {FormProps} */ _props) => ({ problem: null, isBusy: false }),
  ({ app, fields, values = {}, title, action, onSave, onCancel, takesFocus = false }, { problem, isBusy }, set) => {
    const t = app.texts()
    const names = fields.map(({ name }) => name)
    const { fields: errors, others } = divideErrors(problem?.errors ?? [], names)
    const general =
      problem && (others.length > 0 || problem.errors.length === 0)
        ? problemText({ errors: others, status: problem.status }, t)
        : null
    const message = refusalText(errors, general, t)
    /** A field that is typed into is not wrong any more. @param {Event & { target: HTMLInputElement }} event */
    const correct = ({ target }) => problem && set({ problem: withoutField(problem, target.name) })
    /** @param {SubmitEvent & { currentTarget: HTMLFormElement }} event */
    const submit = async event => {
      event.preventDefault()
      const form = event.currentTarget
      if (isBusy) return
      set({ isBusy: true })
      const refused = await onSave(readForm(form, fields)).then(() => null, refusedBy)
      set({ isBusy: false, problem: refused })
      if (refused) queueMicrotask(() => setTimeout(() => focusError(form)))
    }
    return html`
      <form class="form" noValidate ref=${takesFocus ? focusFirst : null} onInput=${correct} onSubmit=${submit}>
        <${Unsaved} app=${app} name=${title} />
        <div class="alert" role="alert" tabindex="-1" hidden=${!message}>${message}</div>
        <div class="fields">
          ${fields.map(spec => html`<${Field} key=${spec.name} app=${app} ...${spec} value=${values[spec.name]} errors=${errors[spec.name]} />`)}
        </div>
        <div class="actions">
          <${Button} type="submit" look="main" isBusy=${isBusy}>${action}<//>
          ${onCancel && html`<${Button} onClick=${onCancel}>${t.cancel}<//>`}
        </div>
      </form>`
  },
)

/** @param {unknown} error @returns {Problem} */
function refusedBy(error) {
  if (error instanceof Problem) return error
  throw error
}

/** @param {HTMLFormElement} form @param {FieldSpec[]} fields */
function readForm(form, fields) {
  const data = new FormData(form)
  return Object.fromEntries(
    fields.map(({ name, type }) => [name, type === 'checkbox' ? data.has(name) : String(data.get(name) ?? '')]),
  )
}

/** Gives the focus to the first field with an error; without one, to the message of the form. @param {ParentNode} form */
export function focusError(form) {
  const first = form.querySelector('[aria-invalid="true"]') ?? form.querySelector('.alert:not([hidden])')
  if (!(first instanceof HTMLElement)) return
  const fold = first.closest('details')
  if (fold) fold.open = true
  first.focus()
}

/** @param {HTMLFormElement | null} form */
function focusFirst(form) {
  const first = form?.querySelector('input, select, textarea')
  if (first instanceof HTMLElement) first.focus()
}

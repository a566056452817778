/** The days of the week on which a campaign applies. */

import { html } from '../../../ui/html.js'
import { errorText } from '../../problems.js'

/**
 * The checkboxes.
 * @param {object} props
 * @param {import('../../app.js').App} props.app
 * @param {string} props.name
 * @param {string | boolean | undefined} props.value the numbers of the days, Monday being 1: `1, 2`
 * @param {import('../../../ui/request.js').ApiError[] | undefined} props.errors
 */
export function Weekdays({ app, name, value, errors = [] }) {
  const texts = app.texts()
  const { labels, weekdays } = texts.promotions
  const days = String(value ?? '').split(', ')
  const described = errors.length > 0 ? 'weekdays-error' : null
  return html`
    <fieldset class="field weekdays" aria-describedby=${described}>
      <legend>${labels[name]}</legend>
      ${weekdays.map((day, at) => {
        const number = String(at + 1)
        return html`
          <label key=${number}><input type="checkbox" name=${name} value=${number} defaultChecked=${days.includes(number)}
            aria-invalid=${errors.length > 0 ? 'true' : null} /> ${day}</label>`
      })}
      ${errors.length > 0 && html`<p class="field-error" id="weekdays-error">${errors.map(error => errorText(error, texts)).join(' ')}</p>`}
    </fieldset>`
}

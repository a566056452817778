/** A round button that shows an icon alone. */

import { html } from '../html.js'
import { Icon } from './icon.js'

/**
 * The button.
 * @param {object} props
 * @param {import('./icon.js').IconName} props.icon
 * @param {string} props.label for screen readers
 * @param {string} [props.title] for the pointer
 * @param {string} [props.class] further classes
 * @param {() => void} props.onClick
 */
export function RoundButton({ icon, label, title, class: more = '', onClick }) {
  return html`
    <button type="button" class=${`round ${more}`.trim()} aria-label=${label} title=${title} onClick=${onClick}>
      <${Icon} name=${icon} />
    </button>`
}

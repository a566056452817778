/** What a search of a picker has found, as buttons; the arrow keys go from one to the next. */

import { Icon } from '../../ui/components/icon.js'
import { html } from '../../ui/html.js'
import { keyOf } from './picked-list.js'
import { UserText } from './user-text.js'

/** @typedef {import('./picked-list.js').Option} Option */

/**
 * The offers.
 * @param {object} props
 * @param {string} props.label of the list
 * @param {Option[]} props.options
 * @param {import('./picked-list.js').Value[]} props.value what was picked
 * @param {(option: Option) => void} props.onToggle
 * @param {() => void} props.onLeave goes back to the search
 */
export function Offers({ label, options, value, onToggle, onLeave }) {
  const known = new Set(value.map(keyOf))
  return html`
    <ul class="offers" role="list" aria-label=${label} onKeyDown=${(/** @type {KeyboardEvent} */ event) => move(event, onLeave)}>
      ${options.map(option => {
        const isPicked = known.has(keyOf(option.value))
        return html`
          <li key=${option.value}>
            <button type="button" aria-pressed=${String(isPicked)} onClick=${() => onToggle(option)}>
              <${Icon} name=${isPicked ? 'check' : 'plus'} />
              <${UserText} text=${option.text} />
              ${option.note && html`<small>${option.note}</small>`}
            </button>
          </li>`
      })}
    </ul>`
}

/** Moves the focus by the arrow keys; above the first offer is the search. @param {KeyboardEvent} event @param {() => void} onLeave */
function move(event, onLeave) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const list = event.currentTarget
  if (event.key === 'Escape') {
    event.preventDefault()
    return onLeave()
  }
  if (step === undefined || !(list instanceof HTMLElement)) return
  event.preventDefault()
  const buttons = [...list.querySelectorAll('button')]
  const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement)) + step
  if (at < 0) return onLeave()
  buttons[Math.min(at, buttons.length - 1)]?.focus()
}

/** Puts the focus on the first offer. @param {HTMLElement | null | undefined} field the picker */
export function enterOffers(field) {
  const first = field?.querySelector('.offers button')
  if (first instanceof HTMLElement) first.focus()
}

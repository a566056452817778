/** A choice between a few values: a group of buttons, of which one is pressed. */

import { html } from '../html.js'

/** @typedef {{ value: string, content: import('../html.js').Children, lang?: string, class?: string }} Option */

/**
 * The group.
 * @param {object} props
 * @param {string} props.label of the group, for screen readers
 * @param {string} props.class
 * @param {Option[]} props.options
 * @param {string} props.selected
 * @param {(value: string) => void} props.onSelect
 */
export function Switch({ label, class: name, options, selected, onSelect }) {
  const buttons = options.map(
    ({ value, content, lang, class: more }) => html`
      <button type="button" class=${more} lang=${lang} aria-pressed=${value === selected} onClick=${() => onSelect(value)}>
        ${content}
      </button>`,
  )
  return html`<div class="switch ${name}" role="group" aria-label=${label}>${buttons}</div>`
}

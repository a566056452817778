/** A choice between a few values: a group of buttons, of which one is pressed. */

import { html } from '../html.js'

/** @typedef {{ value: string, content: import('../html.js').Children, lang?: string, class?: string }} Option */

/**
 * The group.
 * @param {object} props
 * @param {string} props.label of the group, for screen readers
 * @param {string} [props.class] further classes
 * @param {Option[]} props.options
 * @param {string} props.selected
 * @param {(value: any) => void} props.onSelect
 */
export function Switch({ label, class: more = '', options, selected, onSelect }) {
  const buttons = options.map(
    ({ value, content, lang, class: name }) => html`
      <button key=${value} type="button" class=${name} lang=${lang} aria-pressed=${value === selected} onClick=${() => onSelect(value)}>
        ${content}
      </button>`,
  )
  return html`<div class=${`switch ${more}`.trim()} role="group" aria-label=${label}>${buttons}</div>`
}

/** The choice of the language of the page. */

import { html } from '../html.js'
import { Switch } from './switch.js'

/**
 * The switch.
 * @param {object} props
 * @param {string} props.label of the group, for screen readers
 * @param {import('../language.js').Language} props.selected
 * @param {(language: import('../language.js').Language) => void} props.onSelect
 */
export function LanguageSwitch({ label, selected, onSelect }) {
  const options = [
    { value: 'tr', lang: 'tr', content: html`TR<span class="visually-hidden"> Türkçe</span>` },
    { value: 'en', lang: 'en', content: html`EN<span class="visually-hidden"> English</span>` },
  ]
  return html`<${Switch} class="languages" label=${label} options=${options} selected=${selected} onSelect=${onSelect} />`
}

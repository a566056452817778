/** The choice of the language. */

import { html } from '../html.js'
import { Switch } from '../ui/switch.js'

/** The switch. @param {{ app: import('../app.js').App }} props */
export function LanguageSwitch({ app }) {
  const options = [
    { value: 'tr', lang: 'tr', content: html`TR<span class="visually-hidden"> Türkçe</span>` },
    { value: 'en', lang: 'en', content: html`EN<span class="visually-hidden"> English</span>` },
  ]
  return html`
    <${Switch} label=${app.texts().language} options=${options} selected=${app.state.language} onSelect=${app.selectLanguage} />`
}

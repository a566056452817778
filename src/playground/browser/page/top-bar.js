/** The top bar: the name, the view of a narrow window, a link to the API reference, and the language. */

import { html } from '../html.js'
import { rememberLanguage } from '../texts/texts.js'
import { Icon } from '../ui/icon.js'
import { Switch } from '../ui/switch.js'

/** The bar. @param {{ app: import('../app.js').App }} props */
export function TopBar({ app }) {
  const { view, language } = app.state
  const t = app.texts()
  const count = html`<span class="count">${app.api.entries().length}</span>`
  const views = [
    { value: 'phone', content: t.phone },
    { value: 'requests', content: [t.requests, count] },
  ]
  const languages = [
    { value: 'tr', lang: 'tr', content: html`TR<span class="visually-hidden"> Türkçe</span>` },
    { value: 'en', lang: 'en', content: html`EN<span class="visually-hidden"> English</span>` },
  ]
  /** @param {import('../state.js').State['view']} view */
  const selectView = view => app.update({ view })
  /** @param {import('../texts/texts.js').Language} language */
  const selectLanguage = language => {
    rememberLanguage(language)
    app.update({ language })
  }
  return html`
    <header class="top">
      <h1 class="brand"><${Icon} name="basket" /><b>Sepet</b> <span>${t.playground}</span></h1>
      <${Switch} class="views" label=${t.view} options=${views} selected=${view} onSelect=${selectView} />
      <nav class="links"><a href="/docs" target="_blank" rel="noopener">${t.reference}</a></nav>
      <${Switch} class="languages" label=${t.language} options=${languages} selected=${language}
        onSelect=${selectLanguage} />
    </header>`
}

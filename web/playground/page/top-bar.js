/** The top bar: the name, what a narrow and a wide window show, a link to the API reference, and the language. */

import { Icon } from '../../ui/components/icon.js'
import { LanguageSwitch } from '../../ui/components/language-switch.js'
import { Switch } from '../../ui/components/switch.js'
import { html } from '../../ui/html.js'
import { rememberLanguage } from '../../ui/language.js'
import { LANGUAGE_KEY } from '../texts/texts.js'

/** @typedef {import('../state.js').State} State */

/** The bar. @param {{ app: import('../app.js').App }} props */
export function TopBar({ app }) {
  const { view, language, pane } = app.state
  const t = app.texts()
  const panes = panesOf(app)
  const views = [{ value: 'phone', content: t.phone }, ...panes]
  /** @param {State['view']} view */
  const selectView = view => app.update({ view, ...(view !== 'phone' && { pane: view }) })
  /** @param {State['pane']} pane */
  const selectPane = pane => app.update({ pane, ...(view !== 'phone' && { view: pane }) })
  /** @param {State['language']} language */
  const selectLanguage = language => {
    rememberLanguage(LANGUAGE_KEY, language)
    app.update({ language })
  }
  return html`
    <header class="top">
      <h1 class="brand"><${Icon} name="basket" /><b>Sepet</b> <span>${t.playground}</span></h1>
      <${Switch} class="views" label=${t.view} options=${views} selected=${view} onSelect=${selectView} />
      ${panes.length > 1 && html`<${Switch} class="panes" label=${t.pane} options=${panes} selected=${pane} onSelect=${selectPane} />`}
      <nav class="links"><a href="/docs" target="_blank" rel="noopener">${t.reference}</a></nav>
      <${LanguageSwitch} label=${t.language} selected=${language} onSelect=${selectLanguage} />
    </header>`
}

/**
 * What there is beside the phone. Until the shop is loaded the agent has its place, but is hidden: nothing moves when it appears.
 * @param {import('../app.js').App} app
 */
function panesOf({ state: { shop }, api, texts }) {
  const t = texts()
  const count = html`<span class="count">${api.entries().length}</span>`
  const agent = { value: 'agent', content: t.agent.title, ...(shop === null && { class: 'pending' }) }
  return [{ value: 'requests', content: [t.requests, count] }, ...(shop?.agents === 'closed' ? [] : [agent])]
}

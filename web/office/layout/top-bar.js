/** The top bar: the shop, the search, who is signed in, the language and the sign-out. */

import { Button } from '../../ui/components/button.js'
import { Icon } from '../../ui/components/icon.js'
import { LanguageSwitch } from '../../ui/components/language-switch.js'
import { html } from '../../ui/html.js'
import { staffName } from '../format/staff-name.js'
import { SearchField } from './search-field.js'

/** @typedef {import('../app.js').App} App */

/** The bar. @param {{ app: App, query: string | null }} props `query`: what was searched for; null without a field */
export function TopBar({ app, query }) {
  const t = app.texts()
  const { shop } = app.session()
  const { isMenuOpen } = app.state
  return html`
    <header class="top">
      <a class="brand" href="/office"><${Icon} name="basket" /><span><b dir="auto">${shop.name}</b><small>${t.office}</small></span></a>
      <button type="button" class="round menu" aria-label=${t.menu} aria-expanded=${String(isMenuOpen)}
        aria-controls="navigation" onClick=${() => app.update({ isMenuOpen: !isMenuOpen })}>
        <${Icon} name=${isMenuOpen ? 'close' : 'menu'} />
      </button>
      ${query !== null && html`<${SearchField} app=${app} id="top-search" text=${query} />`}
      <${Account} app=${app} />
    </header>`
}

/** @param {{ app: App }} props */
function Account({ app }) {
  const t = app.texts()
  const end = async () => (await app.api.office('POST', '/sign-out')).location
  const signOut = () => app.leave(() => app.attempt(() => app.end(end)), { endsDocument: true })
  return html`
    <div class="account">
      <p class="who"><${Icon} name="person" /><span class="visually-hidden">${t.signedInAs} </span><b dir="auto">${staffName(app.session(), t)}</b></p>
      <${LanguageSwitch} label=${t.language} selected=${app.state.language} onSelect=${app.selectLanguage} />
      <${Button} icon="out" onClick=${signOut}>${t.signOut}<//>
    </div>`
}

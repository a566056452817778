/** The navigation: the pages that the scopes of who is signed in allow. */

import { Icon } from '../../ui/components/icon.js'
import { html } from '../../ui/html.js'
import { isCurrent } from '../router.js'

/** The navigation. @param {{ app: import('../app.js').App, path: string }} props */
export function SideNavigation({ app, path }) {
  const t = app.texts()
  const entries = entriesOf(app).map(
    ({ pattern, title, icon }) => html`
      <li key=${pattern}>
        <a href=${pattern} aria-current=${isCurrent(pattern, path) ? 'page' : null}><${Icon} name=${icon} />${title(t)}</a>
      </li>`,
  )
  return html`<nav id="navigation" class="side" aria-label=${t.pages}><ul role="list">${entries}</ul></nav>`
}

/** The routes that have an entry. @param {import('../app.js').App} app */
export function entriesOf(app) {
  return app.routes.filter(({ icon, scope }) => icon !== undefined && app.can(scope))
}

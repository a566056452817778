/** The page of a URL: loads its code, or says that there is none, or that the scopes do not allow it. */

import { ButtonLink } from '../../ui/components/button.js'
import { html } from '../../ui/html.js'
import { Problem } from '../../ui/request.js'
import { matchRoute } from '../router.js'
import { Load } from '../ui/load.js'
import { PageTitle } from '../ui/page-title.js'
import { Loading, Message } from '../ui/states.js'

/** @typedef {import('../app.js').App} App */

/** The page. @param {{ app: App, path: string, query: URLSearchParams }} props */
export function CurrentPage({ app, path, query }) {
  const t = app.texts()
  const found = matchRoute(app.routes, path)
  const home = html`<${ButtonLink} href="/office" icon="home">${t.home.title}<//>`
  if (!found)
    return titled(app, t.states.noPage, html`<${Message} icon="search" title=${t.states.noPageHint} action=${home} />`)
  const { route, params } = found
  const title = route.title(t)
  if (!app.can(route.scope)) {
    const hint = html`${t.states.needsScope} <code>${route.scope}</code>`
    return titled(app, title, html`<${Message} icon="lock" title=${t.states.forbidden} action=${home}>${hint}<//>`)
  }
  const loading = titled(app, title, html`<${Loading} app=${app} />`)
  const show = (/** @type {Awaited<ReturnType<typeof route.load>>} */ { Page }) =>
    html`<${Page} app=${app} params=${{ ...route.params, ...params }} query=${query} />`
  return html`<${Load} app=${app} from=${() => route.load().catch(notLoaded)} show=${show} loading=${loading} />`
}

/** @param {App} app @param {string} title @param {import('../../ui/html.js').Children} content */
function titled(app, title, content) {
  return html`<${PageTitle} app=${app} title=${title} />${content}`
}

/** The code of a page could not be read. @returns {never} @throws {Problem} */
function notLoaded() {
  throw new Problem(0, [])
}

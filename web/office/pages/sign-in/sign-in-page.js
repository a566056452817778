/** The sign-in: by the shop's identity provider, or in development as one of four roles. */

import { ButtonLink } from '../../../ui/components/button.js'
import { Icon } from '../../../ui/components/icon.js'
import { LanguageSwitch } from '../../../ui/components/language-switch.js'
import { html } from '../../../ui/html.js'
import { leaveTo } from '../../app.js'
import { isolate } from '../../format/isolate.js'
import { staffName } from '../../format/staff-name.js'
import { Load } from '../../ui/load.js'
import { NoticeBar } from '../../ui/notice.js'
import { PageTitle } from '../../ui/page-title.js'
import { Loading } from '../../ui/states.js'
import { queryOf } from '../../url.js'
import { hasKey, keyHeader } from './office-key.js'
import { RoleList } from './role-list.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {{ provider: boolean, roles: string[], session: import('../../app.js').Session | null }} Options `session`: of who is signed in already */

/** The page. @param {{ app: App, query: URLSearchParams }} props */
export function SignInPage({ app, query }) {
  const t = app.texts()
  const to = query.get('to') ?? '/office'
  const load = async () => {
    const asked = app.api.office('GET', '/sign-in/options', undefined, keyHeader())
    const [options, session] = await Promise.all([asked, app.api.readSession()])
    return session && !query.has('problem') ? leadBack(to) : { ...options, session }
  }
  const show = (/** @type {Options} */ options, /** @type {() => void} */ again) => html`
    ${options.session && html`<${SignedIn} app=${app} session=${options.session} to=${to} />`}
    ${endOf(t, query)}
    ${waysIn(options, again)}`
  const waysIn = (/** @type {Options} */ { provider, roles }, /** @type {() => void} */ again) => {
    if (provider)
      return html`<${ButtonLink} href=${`/office/sign-in/start${queryOf({ to })}`} look="main" icon="lock">${t.signIn.withProvider}<//>`
    if (roles.length === 0) return html`<${HowToGetKey} signIn=${t.signIn} />`
    return html`<${RoleList} app=${app} roles=${roles} onSignedIn=${() => leaveTo(pageOf(to))} onOldKey=${again} />`
  }
  return html`
    <main class="sign-in">
      <header><p class="brand"><${Icon} name="basket" /><span><b>Sepet</b><small>${t.office}</small></span></p>
        <${LanguageSwitch} label=${t.language} selected=${app.state.language} onSelect=${app.selectLanguage} /></header>
      <div class="card">
        <${PageTitle} app=${app} title=${t.signIn.title} lead=${t.signIn.lead} />
        ${problemOf(t, query)}
        <${Load} app=${app} from=${load} show=${show} loading=${html`<${Loading} app=${app} lines=${4} />`} />
      </div>
    </main>
    <${NoticeBar} app=${app} />`
}

/** Where the link with the key is, and that the one of this tab is another server's. @param {{ signIn: import('../../texts/texts.js').Texts['signIn'] }} props */
function HowToGetKey({ signIn }) {
  return html`
    ${hasKey() && html`<p class="alert" role="alert"><${Icon} name="warning" /><span>${signIn.wrongKey}</span></p>`}
    <p class="hint">${signIn.withoutKey}</p>`
}

/** Leads to the page of the office, in place of this one: who goes back from there is led there again. @param {string} to @returns {Promise<never>} */
function leadBack(to) {
  location.replace(pageOf(to))
  return new Promise(() => {})
}

/** Who is signed in, where a further sign-in has failed. @param {{ app: App, session: import('../../app.js').Session, to: string }} props */
function SignedIn({ app, session, to }) {
  const t = app.texts()
  return html`
    <p dir="auto">${t.signIn.already(isolate(staffName(session, t)))}</p>
    <div class="actions"><${ButtonLink} href=${pageOf(to)} icon="home">${t.signIn.goOn}<//></div>`
}

/** Why the sign-in has failed. @param {import('../../texts/texts.js').Texts} t @param {URLSearchParams} query */
function problemOf({ signIn }, query) {
  const problem = query.get('problem')
  if (problem === null) return null
  return html`<p class="alert" role="alert"><${Icon} name="warning" /><span>${signIn.problems[problem] ?? signIn.problems.unavailable}</span></p>`
}

/** How the session has ended. @param {import('../../texts/texts.js').Texts} t @param {URLSearchParams} query */
function endOf({ signIn }, query) {
  if (query.has('problem')) return null
  if (query.get('ended') === 'session') {
    return html`<p class="alert" role="status"><${Icon} name="lock" /><span>${signIn.sessionEnded}</span></p>`
  }
  if (query.has('ended'))
    return html`<p class="alert good" role="status"><${Icon} name="check" /><span>${signIn.ended}</span></p>`
  return null
}

/** The page that the sign-in leads back to: one of the office, whatever the address says. @param {string} to */
export function pageOf(to) {
  const url = URL.parse(to, location.origin)
  const isOwn = url?.origin === location.origin && /^\/office(\/(?!sign-in|api\/)|$)/.test(url.pathname)
  return isOwn ? `${url.pathname}${url.search}` : '/office'
}

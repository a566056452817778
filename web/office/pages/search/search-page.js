/** The results of the search, in groups; a single one is opened at once. */

import { Icon } from '../../../ui/components/icon.js'
import { html } from '../../../ui/html.js'
import { isolate } from '../../format/isolate.js'
import { priceNote } from '../../format/price-note.js'
import { hintOf } from '../../layout/search-hints.js'
import { moveThroughHits } from '../../layout/search-keys.js'
import { Card } from '../../ui/card.js'
import { Load } from '../../ui/load.js'
import { PageTitle } from '../../ui/page-title.js'
import { Message } from '../../ui/states.js'
import { shownHit } from './hit-text.js'
import { runSearches } from './run-searches.js'
import { listOf } from './searches.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./run-searches.js').Results} Results */
/** @typedef {import('./searches.js').Group} Group */
/** @typedef {import('./run-searches.js').Hit} Hit */

/** Longest text that is searched for, as in the field. */
const MAX_LENGTH = 300

/** What the amounts of a group are. @type {Partial<Record<Group, 'list' | 'paid'>>} */
const NOTES = { products: 'list', checkouts: 'paid' }

/** The page. @param {import('../../app.js').PageProps} props */
export function Page({ app, query }) {
  const { search: t } = app.texts()
  const text = (query.get('q') ?? '').trim().slice(0, MAX_LENGTH)
  const title = html`<${PageTitle} app=${app} title=${text === '' ? t.title : t.resultsFor(isolate(text))} />`
  if (text === '') return html`${title}<${Message} icon="search" title=${hintOf(app)} />`
  const show = (/** @type {Results} */ results) => html`<${Found} app=${app} results=${results} text=${text} />`
  return html`${title}<${Load} app=${app} from=${() => searchAndOpen(app, text)} show=${show} />`
}

/** Searches; opens the only hit. @param {App} app @param {string} text */
async function searchAndOpen(app, text) {
  const at = location.href
  const results = await runSearches(app, text)
  const [only, ...others] = results.hits
  const isOnly = only && others.length === 0 && results.failed.length === 0
  // Who has gone to another page meanwhile stays there.
  if (isOnly && location.href === at) app.go(shownHit(only, app).href, { replace: true })
  return results
}

/** @param {{ app: App, results: Results, text: string }} props */
function Found({ app, results, text }) {
  const { search: t } = app.texts()
  const { hits, failed, more } = results
  const groups = /** @type {Group[]} */ (Object.keys(t.groups))
  const found = groups.filter(group => hits.some(hit => hit.group === group))
  return html`
    ${failed.map(group => html`<p key=${group} class="alert" role="alert"><${Icon} name="warning" /><span>${t.failed(t.groups[group])}</span></p>`)}
    ${hits.length === 0 && html`<${Nothing} app=${app} results=${results} text=${text} />`}
    <div onKeyDown=${moveThroughHits}>
      ${found.map(
        group => html`
        <${Card} key=${group} title=${t.groups[group]}>
          <ul class="hits" role="list">${hits.filter(hit => hit.group === group).map(hit => html`<${Entry} app=${app} hit=${hit} />`)}</ul>
          ${NOTES[group] && html`<p class="hint">${priceNote(app, NOTES[group])}</p>`}
          ${more.includes(group) && html`<${More} app=${app} group=${group} text=${text} />`}
        <//>`,
      )}
    </div>`
}

/** The name of a guest: the beginning of an id, of which the API finds the whole alone. */
const SHORT_GUEST = /^[0-9a-f]{8}$/i

/** @param {{ app: App, results: Results, text: string }} props */
function Nothing({ app, results: { searched, hidden }, text }) {
  const { search: t, locale } = app.texts()
  const names = (/** @type {Group[]} */ groups) =>
    new Intl.ListFormat(locale).format(groups.map(group => t.groups[group]))
  return html`
    <${Message} icon="search" title=${t.nothing}>
      ${t.nothingFor(isolate(text), names(searched))} ${hidden.length > 0 && t.hidden(names(hidden))} ${SHORT_GUEST.test(text) ? t.shortGuest : t.nothingHint}
    <//>`
}

/** The link to all hits of a group, or that there are more. @param {{ app: App, group: Group, text: string }} props */
function More({ app, group, text }) {
  const { search: t } = app.texts()
  const href = listOf(group, text)
  return html`<p>${href ? html`<a href=${href}>${t.all(t.groups[group])}</a>` : t.more}</p>`
}

/** @param {{ app: App, hit: Hit }} props */
function Entry({ app, hit }) {
  const { href, title, detail } = shownHit(hit, app)
  return html`
    <li key=${href}>
      <a href=${href}><span><b dir="auto">${title}</b><small dir="auto">${detail}</small></span><${Icon} name="next" /></a>
    </li>`
}

/** One entry of the request log: a line with the result; expanded, also the request and the response. */

import { html } from '../../ui/html.js'
import { headerOf } from '../exchange.js'
import { EntryDetails } from './entry-details.js'
import { Result } from './result.js'
import { shortenTokens } from './shorten-tokens.js'
import { isStandIn } from './stand-in.js'

/** @typedef {import('../texts/texts.js').Texts} Texts */
/** @typedef {import('../api.js').LogEntry} LogEntry */

const PREFIX = /^\/api\/v3\/storefront(\/\d{4}-\d\d)?/

/** The entry. @param {{ app: import('../app.js').App, entry: LogEntry, isExpanded: boolean }} props */
export function Entry({ app, entry, isExpanded }) {
  const t = app.texts()
  const { id, method, path, response, route } = entry
  const toggle = () => app.update({ expanded: new Map(app.state.expanded).set(id, !isExpanded) })
  return html`
    <li class="entry">
      <div class="entry-head">
        <button type="button" aria-expanded=${isExpanded} onClick=${toggle}>
          <span class="request-line">
            <b>${method}</b> <span class="path">${shortenTokens(path.replace(PREFIX, ''))}</span>
          </span>
          <span class="leader" aria-hidden="true" />
          <${Result} texts=${t} response=${response} />
        </button>
        <p class="explanation">
          ${isStandIn(path) && html`<span class="stand-in">${t.standIn}</span>`}
          ${explainSpecial(t, response) ?? t.explanations[/** @type {keyof Texts['explanations']} */ (route)]}
        </p>
      </div>
      ${isExpanded && html`<${EntryDetails} app=${app} entry=${entry} />`}
    </li>`
}

/** The explanation of a response that is not the usual one of its route. @param {Texts} t @param {LogEntry['response']} response */
function explainSpecial(t, response) {
  if (response === null || response === 'none') return undefined
  if (response.status === 304) return t.unchanged
  if (response.status === 412) return t.cartChanged
  return headerOf(response, 'idempotency-replayed') === 'true' ? t.replayed : undefined
}

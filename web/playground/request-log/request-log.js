/** The request log: every request since the page was loaded or the log was cleared, the newest first. */

import { Icon } from '../../ui/components/icon.js'
import { numberText } from '../../ui/format/money.js'
import { html } from '../../ui/html.js'
import { Entry } from './entry.js'
import { isStandIn } from './stand-in.js'

/** The request log with its heading and its clear button. @param {{ app: import('../app.js').App }} props */
export function RequestLog({ app }) {
  const t = app.texts()
  const entries = app.api.entries()
  const newest = entries.find(({ path }) => !isStandIn(path))?.id
  const list = entries.map(
    entry => html`
      <${Entry} key=${entry.id} app=${app} entry=${entry}
        isExpanded=${app.state.expanded.get(entry.id) ?? entry.id === newest} />`,
  )
  const empty = () => html`<div class="log-empty"><p>${t.noRequests}</p><p class="hint">${t.noRequestsHint}</p></div>`
  const full = () => html`
    <ol class="entries" role="list">${list}</ol>
    <p class="log-count"><${Icon} name="basket" /><span>${t.requestCount(numberText(entries.length, t.locale))}</span></p>`
  return html`
    <section class="request-log" id="request-log" tabindex="-1" aria-labelledby="request-log-title">
      <header class="log-header">
        <h2 id="request-log-title">${t.requests}</h2>
        <button type="button" class="plain" disabled=${list.length === 0} onClick=${app.api.clear}>${t.clearLog}</button>
      </header>
      <div class="log-scroll" tabindex="0" role="region" aria-label=${t.requestLog}>
        <div class="log-entries">${list.length === 0 ? empty() : full()}</div>
      </div>
    </section>`
}

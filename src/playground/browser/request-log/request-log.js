/** The request log: every request since the page was loaded or the log was cleared, the newest first. */

import { h } from '../dom.js'
import { icon } from '../icons.js'
import { numberText } from '../money.js'
import { drawEntry, isStandIn } from './entry.js'

/** @typedef {import('../app.js').App} App */

/** Draws the request log with its heading and its clear button. @param {App} app */
export function drawRequestLog(app) {
  const t = app.texts()
  const entries = app.api.entries()
  return h(
    'section.request-log',
    { id: 'request-log', tabindex: -1, 'aria-labelledby': 'request-log-title', 'data-key': 'request-log' },
    h(
      'header.log-header',
      {},
      h('h2', { id: 'request-log-title' }, t.requests),
      h('button.plain', { type: 'button', 'data-action': 'clear-log', disabled: entries.length === 0 }, t.clearLog),
    ),
    h(
      'div.log-scroll',
      { tabindex: 0, role: 'region', 'aria-label': t.requestLog },
      h('div.log-entries', {}, ...drawEntries(app)),
    ),
  )
}

/** @param {App} app */
function drawEntries(app) {
  const t = app.texts()
  const entries = app.api.entries()
  if (entries.length === 0) return [h('div.log-empty', {}, h('p', {}, t.noRequests), h('p.hint', {}, t.noRequestsHint))]
  const newest = entries.find(({ path }) => !isStandIn(path))?.id
  return [
    h(
      'ol.entries',
      { role: 'list' },
      ...entries.map(entry => drawEntry(app, entry, app.state.expanded.get(entry.id) ?? entry.id === newest)),
    ),
    h('p.log-count', {}, icon('basket'), h('span', {}, t.requestCount(numberText(entries.length, t.locale)))),
  ]
}

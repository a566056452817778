/** The receipt: every request since the page was opened or the receipt torn off, the newest on top, as paper leaves a till. */

import { h } from '../dom.js'
import { icon } from '../icons.js'
import { numberText } from '../money.js'
import { drawCall, isStandIn } from './call.js'

/** @typedef {import('../app.js').App} App */

/** @param {App} app */
export function drawReceipt(app) {
  const t = app.texts()
  const calls = app.api.calls()
  return h(
    'section.receipt',
    { id: 'receipt', tabindex: -1, 'aria-labelledby': 'receipt-title', 'data-key': 'receipt' },
    h(
      'header.slot',
      {},
      h('h2', { id: 'receipt-title' }, t.requests),
      h('button.plain', { type: 'button', 'data-do': 'tear-off', disabled: calls.length === 0 }, t.tearOff),
    ),
    h('div.feed', { tabindex: 0, role: 'region', 'aria-label': t.receipt }, h('div.paper', {}, ...drawPaper(app))),
  )
}

/** @param {App} app */
function drawPaper(app) {
  const t = app.texts()
  const calls = app.api.calls()
  if (calls.length === 0) return [h('div.blank', {}, h('p', {}, t.noRequests), h('p.hint', {}, t.noRequestsHint))]
  const newest = calls.find(({ path }) => !isStandIn(path))?.id
  return [
    h(
      'ol.calls',
      { role: 'list' },
      ...calls.map(call => drawCall(app, call, app.state.opened.get(call.id) ?? call.id === newest)),
    ),
    h('p.sum-up', {}, icon('basket'), h('span', {}, t.requestCount(numberText(calls.length, t.locale)))),
  ]
}

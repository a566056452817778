/** One entry of the request log: a line with the result; expanded, also the request and the response. */

import { h } from '../dom.js'
import { headerOf } from '../exchange.js'
import { icon } from '../icons.js'
import { numberText } from '../money.js'
import { drawJson } from './json.js'
import { shortenTokens } from './shorten-tokens.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../app.js').Texts} Texts */
/** @typedef {import('../api.js').LogEntry} LogEntry */

const PREFIX = /^\/api\/v3\/storefront(\/\d{4}-\d\d)?/

/** Whether a path belongs to the playground's own endpoints, which are not part of the API. @param {string} path */
export function isStandIn(path) {
  return path.startsWith('/playground/')
}

/** Draws an entry. @param {App} app @param {LogEntry} entry @param {boolean} isExpanded */
export function drawEntry(app, entry, isExpanded) {
  const t = app.texts()
  return h('li.entry', { 'data-key': entry.id }, drawHead(t, entry, isExpanded), isExpanded && drawDetails(app, entry))
}

/** @param {Texts} t @param {LogEntry} entry @param {boolean} isExpanded */
function drawHead(t, entry, isExpanded) {
  const { id, method, path, response, route } = entry
  const explanation = explainSpecial(t, response) ?? t.explanations[/** @type {keyof Texts['explanations']} */ (route)]
  return h(
    'div.entry-head',
    {},
    h(
      'button',
      { type: 'button', 'data-action': 'toggle-entry', 'data-entry': id, 'aria-expanded': String(isExpanded) },
      h('span.request-line', {}, h('b', {}, method), ' ', h('span.path', {}, shortenTokens(path.replace(PREFIX, '')))),
      h('span.leader', { 'aria-hidden': 'true' }),
      drawResult(t, response),
    ),
    h('p.explanation', {}, isStandIn(path) && h('span.stand-in', {}, t.standIn), explanation),
  )
}

/** The explanation of a response that is not the usual one of its route. @param {Texts} t @param {LogEntry['response']} response */
function explainSpecial(t, response) {
  if (response === null || response === 'none') return undefined
  if (response.status === 304) return t.unchanged
  if (response.status === 412) return t.cartChanged
  return headerOf(response, 'idempotency-replayed') === 'true' ? t.replayed : undefined
}

/** @param {Texts} t @param {LogEntry['response']} response */
function drawResult(t, response) {
  if (response === null)
    return h(
      'span.result',
      {},
      h('span.visually-hidden', {}, t.waiting),
      h('span.dots', { 'aria-hidden': 'true' }, '…'),
    )
  if (response === 'none') return h('span.result.bad', {}, t.noResponse)
  const ms = response.ms ?? 0
  return h(
    response.status < 400 ? 'span.result.good' : 'span.result.bad',
    {},
    h('b', {}, response.status),
    h('span.ms', {}, t.milliseconds(numberText(ms, t.locale))),
  )
}

/** @param {App} app @param {LogEntry} entry */
function drawDetails(app, entry) {
  const t = app.texts()
  const { id, method, path, headers, body, response } = entry
  const title = (/** @type {string} */ text) => h('h3', {}, text)
  return h(
    'div.details',
    {},
    h('div.title', {}, title(t.request), drawCopy(app, entry)),
    block(`${t.request} ${id}`, [
      h('div.start-line', {}, h('b', {}, method), ` ${shortenTokens(path)}`),
      ...Object.entries(headers).map(([name, value]) => header(name, value)),
      body === undefined ? null : h('div.body', {}, ...drawJson(body)),
    ]),
    h('div.title', {}, title(t.response)),
    response === null || response === 'none'
      ? h('p.hint', {}, response === null ? t.waiting : t.noResponse)
      : block(`${t.response} ${id}`, [
          h('div.start-line', {}, h('b', {}, response.status), ` ${response.statusText}`),
          ...response.headers.map(([name, value]) => header(name, value)),
          response.text !== '' && h('div.body', {}, ...drawText(response.text)),
        ]),
  )
}

/**
 * A block that scrolls when it is long; `tabindex` makes it scrollable by keyboard.
 * @param {string} label
 * @param {import('../dom.js').Child[]} children
 */
function block(label, children) {
  return h('div.block', { tabindex: 0, role: 'region', 'aria-label': label }, ...children)
}

/** @param {string} name @param {string} value */
function header(name, value) {
  return h('div.header', {}, h('span.json-key', {}, `${name}: `), shortenTokens(value))
}

/** @param {App} app @param {LogEntry} entry */
function drawCopy({ state, texts }, { id }) {
  const t = texts()
  const isCopied = state.copiedEntryId === id
  return h(
    'button.copy',
    { type: 'button', 'data-action': 'copy-curl', 'data-entry': id },
    icon(isCopied ? 'check' : 'copy'),
    h('span', {}, isCopied ? t.copied : t.copyCurl),
  )
}

/** Draws a response body as JSON, or as plain text when it is not JSON. @param {string} text */
function drawText(text) {
  try {
    return drawJson(JSON.parse(text))
  } catch {
    return [shortenTokens(text)]
  }
}

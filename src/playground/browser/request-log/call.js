/** One request on the receipt: a line with its outcome; opened, what was sent and what came back. */

import { h } from '../dom.js'
import { icon } from '../icons.js'
import { numberText } from '../money.js'
import { drawJson } from './json.js'
import { shorten } from './shorten.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../app.js').Texts} Texts */
/** @typedef {import('../api.js').Call} Call */

const PREFIX = /^\/api\/v3\/storefront(\/\d{4}-\d\d)?/

/** Whether a path stands for a part of the shop that Sepet leaves to others. @param {string} path */
export function isStandIn(path) {
  return path.startsWith('/playground/')
}

/** @param {App} app @param {Call} call @param {boolean} isOpen */
export function drawCall(app, call, isOpen) {
  const t = app.texts()
  return h('li.call', { 'data-key': call.id }, drawHead(t, call, isOpen), isOpen && drawDetails(app, call))
}

/** @param {Texts} t @param {Call} call @param {boolean} isOpen */
function drawHead(t, call, isOpen) {
  const { method, path, answer, route } = call
  const about = t.about[/** @type {keyof Texts['about']} */ (route)]
  return h(
    'div.head',
    {},
    h(
      'button',
      { type: 'button', 'data-do': 'open-call', 'data-call': call.id, 'aria-expanded': String(isOpen) },
      h('span.what', {}, h('b', {}, method), ' ', h('span.path', {}, shorten(path.replace(PREFIX, '')))),
      h('span.leader', { 'aria-hidden': 'true' }),
      drawOutcome(t, answer),
    ),
    h('p.about', {}, isStandIn(path) && h('span.mark', {}, t.standIn), about),
  )
}

/** @param {Texts} t @param {Call['answer']} answer */
function drawOutcome(t, answer) {
  if (answer === null)
    return h('span.outcome', {}, h('span.unseen', {}, t.waiting), h('span.dots', { 'aria-hidden': 'true' }, '…'))
  if (answer === 'none') return h('span.outcome.bad', {}, t.noAnswer)
  const ms = answer.ms ?? 0
  return h(
    answer.status < 400 ? 'span.outcome.good' : 'span.outcome.bad',
    {},
    h('b', {}, answer.status),
    h('span.ms', {}, t.milliseconds(numberText(ms, t.locale))),
  )
}

/** @param {App} app @param {Call} call */
function drawDetails(app, call) {
  const t = app.texts()
  const { method, path, headers, body, answer } = call
  const title = (/** @type {string} */ text) => h('h3', {}, text)
  return h(
    'div.details',
    {},
    h('div.title', {}, title(t.request), drawCopy(app, call)),
    block(`${t.request} ${call.id}`, [
      h('div.start', {}, h('b', {}, method), ` ${shorten(path)}`),
      ...Object.entries(headers).map(([name, value]) => header(name, value)),
      body === undefined ? null : h('div.body', {}, ...drawJson(body)),
    ]),
    h('div.title', {}, title(t.answer)),
    answer === null || answer === 'none'
      ? h('p.hint', {}, answer === null ? t.waiting : t.noAnswer)
      : block(`${t.answer} ${call.id}`, [
          h('div.start', {}, h('b', {}, answer.status), ` ${answer.statusText}`),
          ...answer.headers.map(([name, value]) => header(name, value)),
          answer.text !== '' && h('div.body', {}, ...drawText(answer.text)),
        ]),
  )
}

/** Long ones scroll, by keyboard too. @param {string} label @param {import('../dom.js').Child[]} children */
function block(label, children) {
  return h('div.block', { tabindex: 0, role: 'region', 'aria-label': label }, ...children)
}

/** @param {string} name @param {string} value */
function header(name, value) {
  return h('div.header', {}, h('span.json-key', {}, `${name}: `), shorten(value))
}

/** @param {App} app @param {Call} call */
function drawCopy({ state, texts }, { id }) {
  const t = texts()
  const isCopied = state.copied === id
  return h(
    'button.copy',
    { type: 'button', 'data-do': 'copy', 'data-call': id },
    icon(isCopied ? 'check' : 'copy'),
    h('span', {}, isCopied ? t.copied : t.copyCurl),
  )
}

/** @param {string} text */
function drawText(text) {
  try {
    return drawJson(JSON.parse(text))
  } catch {
    return [shorten(text)]
  }
}

/** The page: a top bar, the phone, and the request log beside it. */

import { h } from './dom.js'
import { icon } from './icons.js'
import { drawRequestLog } from './request-log/request-log.js'
import { drawPhone } from './screens/phone.js'

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./dom.js').Child} Child */

/** Draws the whole page. @param {App} app @returns {Child[]} */
export function drawPage(app) {
  const t = app.texts()
  return [
    h('a.skip', { href: '#request-log' }, t.skipToRequestLog),
    drawTop(app),
    h(
      'main',
      { 'data-view': app.state.view },
      drawPhone(app),
      h('div.log-pane', {}, drawIntro(app), drawRequestLog(app)),
    ),
  ]
}

/** @param {App} app */
function drawTop(app) {
  const t = app.texts()
  return h(
    'header.top',
    {},
    h('h1.brand', {}, icon('basket'), h('b', {}, 'Sepet'), ' ', h('span', {}, t.playground)),
    drawViews(app),
    h('nav.links', {}, h('a', { href: '/docs', target: '_blank', rel: 'noopener' }, t.reference)),
    drawLanguages(app),
  )
}

/** Draws the switch between phone and request log: a narrow window shows one of them. @param {App} app */
function drawViews({ state, api, texts }) {
  const t = texts()
  const button = (/** @type {'phone' | 'requests'} */ view, /** @type {string} */ label, /** @type {Child} */ count) =>
    h(
      'button',
      { type: 'button', 'data-action': 'set-view', 'data-view': view, 'aria-pressed': String(state.view === view) },
      label,
      count,
    )
  return h(
    'div.switch.views',
    { role: 'group', 'aria-label': t.view },
    button('phone', t.phone, null),
    button('requests', t.requests, h('span.count', {}, api.entries().length)),
  )
}

/** @param {App} app */
function drawLanguages({ state, texts }) {
  const button = (/** @type {'tr' | 'en'} */ language, /** @type {string} */ name) =>
    h(
      'button',
      {
        type: 'button',
        'data-action': 'set-language',
        'data-language': language,
        'aria-pressed': String(state.language === language),
        lang: language,
      },
      language.toUpperCase(),
      h('span.visually-hidden', {}, ` ${name}`),
    )
  const label = texts().language
  return h(
    'div.switch.languages',
    { role: 'group', 'aria-label': label },
    button('tr', 'Türkçe'),
    button('en', 'English'),
  )
}

/** @param {App} app */
function drawIntro({ texts }) {
  return h('div.intro', {}, h('h2', {}, texts().introTitle), h('p', {}, texts().introText))
}

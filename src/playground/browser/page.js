/** The page: a bar on top, the phone, and the receipt beside it. */

import { h } from './dom.js'
import { icon } from './icons.js'
import { drawReceipt } from './request-log/request-log.js'
import { drawPhone } from './screens/phone.js'

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./dom.js').Child} Child */

/** @param {App} app @returns {Child[]} */
export function drawPage(app) {
  const t = app.texts()
  return [
    h('a.skip', { href: '#receipt' }, t.skipToReceipt),
    drawTop(app),
    h('main', { 'data-view': app.state.view }, drawPhone(app), h('div.beside', {}, drawLead(app), drawReceipt(app))),
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

/** On a narrow window one of the two is seen at a time. @param {App} app */
function drawViews({ state, api, texts }) {
  const t = texts()
  const button = (/** @type {'phone' | 'receipt'} */ view, /** @type {string} */ label, /** @type {Child} */ count) =>
    h(
      'button',
      { type: 'button', 'data-do': 'view', 'data-view': view, 'aria-pressed': String(state.view === view) },
      label,
      count,
    )
  return h(
    'div.switch.views',
    { role: 'group', 'aria-label': t.view },
    button('phone', t.phone, null),
    button('receipt', t.requests, h('span.count', {}, api.calls().length)),
  )
}

/** @param {App} app */
function drawLanguages({ state, texts }) {
  const button = (/** @type {'tr' | 'en'} */ language, /** @type {string} */ name) =>
    h(
      'button',
      {
        type: 'button',
        'data-do': 'language',
        'data-language': language,
        'aria-pressed': String(state.language === language),
        lang: language,
      },
      language.toUpperCase(),
      h('span.unseen', {}, ` ${name}`),
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
function drawLead({ texts }) {
  return h('div.lead', {}, h('h2', {}, texts().lead), h('p', {}, texts().explanation))
}

/** The web view: the shop's own website in front of the app, in a frame that runs no scripts and may send forms. */

import { h } from '../dom.js'
import { icon } from '../icons.js'

/** @typedef {import('../app.js').App} App */

/** Draws the web view; null while it is closed. @param {App} app */
export function drawWebView({ state, texts }) {
  const { webView } = state
  if (!webView) return null
  const t = texts()
  return h(
    'div.web-view',
    { role: 'dialog', 'aria-label': t.webView, 'data-key': `web-${webView.entry.id}` },
    h(
      'header.bar',
      {},
      h('button.plain', { type: 'button', 'data-action': 'close-web-view' }, t.closeWebView),
      h('p.address', {}, icon('lock'), h('span', {}, `${new URL(webView.url).host}${webView.path}`)),
    ),
    h('iframe', { src: webView.url, title: t.webView, sandbox: 'allow-same-origin allow-forms' }),
    h('p.hint', {}, t.webViewHint),
  )
}

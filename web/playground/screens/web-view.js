/** The web view: the shop's own website in front of the app, in a frame that runs no scripts and may send forms. */

import { Icon } from '../../ui/components/icon.js'
import { html } from '../../ui/html.js'
import { handleFrameLoad, leaveWebsite } from '../actions/checkout.js'

/** The web view. @param {{ app: import('../app.js').App, webView: import('../state.js').WebView }} props */
export function WebView({ app, webView: { url, path, kind } }) {
  const t = app.texts()
  /** @param {{ currentTarget: HTMLIFrameElement }} event */
  const arrive = ({ currentTarget }) => handleFrameLoad(app, currentTarget)
  return html`
    <div class="web-view" role="dialog" aria-label=${t.webView}>
      <header class="bar">
        <button type="button" class="plain" onClick=${() => leaveWebsite(app)}>${t.closeWebView}</button>
        <p class="address"><${Icon} name="lock" /><span>${new URL(url).host + path}</span></p>
      </header>
      <iframe sandbox="allow-same-origin allow-forms" src=${url} title=${t.webView} onLoad=${arrive} />
      <p class="hint">${kind === 'continue' ? t.agent.webViewHint : t.webViewHint}</p>
    </div>`
}

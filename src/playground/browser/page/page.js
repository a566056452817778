/** The page: a top bar, the phone, and the request log beside it. */

import { html } from '../html.js'
import { RequestLog } from '../request-log/request-log.js'
import { Phone } from '../screens/phone.js'
import { TopBar } from './top-bar.js'

/** The whole page. @param {{ app: import('../app.js').App }} props */
export function Page({ app }) {
  const t = app.texts()
  return html`
    <a class="skip" href="#request-log">${t.skipToRequestLog}</a>
    <${TopBar} app=${app} />
    <main data-view=${app.state.view}>
      <${Phone} app=${app} />
      <div class="log-pane">
        <div class="intro">
          <h2>${t.introTitle}</h2>
          <p>${t.introText}</p>
        </div>
        <${RequestLog} app=${app} />
      </div>
    </main>`
}

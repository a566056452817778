/** The page: a top bar, the phone, and beside it the request log or the agent. */

import { html } from '../../ui/html.js'
import { AgentPanel } from '../agent/agent-panel.js'
import { RequestLog } from '../request-log/request-log.js'
import { Phone } from '../screens/phone.js'
import { TopBar } from './top-bar.js'

/** The whole page. @param {{ app: import('../app.js').App }} props */
export function Page({ app }) {
  const t = app.texts()
  const { pane, view, shop } = app.state
  const isAgent = pane === 'agent'
  const hasAgent = shop !== null && shop.agents !== 'closed'
  const [title, text] = isAgent ? [t.agent.introTitle, t.agent.introText] : [t.introTitle, t.introText]
  return html`
    <a class="skip" href=${isAgent ? '#agent' : '#request-log'}>${isAgent ? t.agent.skip : t.skipToRequestLog}</a>
    <${TopBar} app=${app} />
    <main data-view=${view}>
      <${Phone} app=${app} />
      <div class="log-pane">
        <div class="intro">
          <h2>${title}</h2>
          <p>${text}</p>
        </div>
        <div class="pane" hidden=${isAgent}><${RequestLog} app=${app} /></div>
        ${hasAgent && html`<div class="pane" hidden=${!isAgent}><${AgentPanel} app=${app} /></div>`}
      </div>
    </main>`
}

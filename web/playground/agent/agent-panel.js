/** The agent: the conversation with its calls of tools, its cart, and the field for the next sentence. */

import { Icon } from '../../ui/components/icon.js'
import { html } from '../../ui/html.js'
import { AgentCart } from './agent-cart.js'
import { SentenceForm } from './sentence-form.js'
import { Turn } from './turn.js'

/** The panel. @param {{ app: import('../app.js').App }} props */
export function AgentPanel({ app }) {
  const t = app.texts().agent
  const { agent, shop } = app.state
  const turns = agent.turns.map(turn => html`<${Turn} key=${turn.id} app=${app} turn=${turn} />`)
  const start = html`
    <div class="message">
      <${Icon} name="agent" />
      <h3>${t.startTitle}</h3>
      <p>${shop?.agents === 'keyed' ? t.needsKey : t.start}</p>
    </div>`
  return html`
    <section class="agent" id="agent" tabindex="-1" aria-labelledby="agent-title">
      <header class="log-header"><h2 id="agent-title">${t.title}</h2><span class="endpoint">MCP · /ucp/mcp</span></header>
      <div class="agent-scroll" tabindex="0" role="region" aria-label=${t.conversation}>
        <div class="turns" role="log" aria-label=${t.conversation}>${turns.length > 0 ? turns : start}</div>
        ${agent.cart && html`<${AgentCart} app=${app} cart=${agent.cart} />`}
        <div class="agent-end" />
      </div>
      ${shop?.agents === 'open' && html`<${SentenceForm} app=${app} />`}
    </section>`
}

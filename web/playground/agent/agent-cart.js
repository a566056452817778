/** The agent's cart as its last answer presents it, and where the buyer goes on with it. */

import { Button } from '../../ui/components/button.js'
import { Picture } from '../../ui/components/picture.js'
import { moneyText, numberText } from '../../ui/format/money.js'
import { html } from '../../ui/html.js'
import { cancelAgentCart } from '../actions/agent.js'
import { continueInWebView, continueOnPhone } from '../actions/checkout.js'
import { moneyOf } from './conversation.js'

/** @typedef {import('./conversation.js').UcpCart} UcpCart */
/** @typedef {import('./conversation.js').UcpTotal} UcpTotal */

/** The cart. @param {{ app: import('../app.js').App, cart: UcpCart }} props */
export function AgentCart({ app, cart }) {
  const t = app.texts().agent
  const { line_items: lines, continue_url: url } = cart
  return html`
    <section class="agent-cart" aria-labelledby="agent-cart-title">
      <div class="agent-cart-head">
        <h3 id="agent-cart-title">${t.cart}</h3>
        <button type="button" class="plain" onClick=${() => cancelAgentCart(app)}>${t.cancelCart}</button>
      </div>
      <ul class="agent-lines" role="list">
        ${lines.map(line => html`<${Line} key=${line.id} app=${app} line=${line} currency=${cart.currency} />`)}
      </ul>
      <${Totals} app=${app} cart=${cart} />
      ${url !== undefined && lines.length > 0 && html`<${Continue} app=${app} url=${url} />`}
    </section>`
}

/** @param {{ app: import('../app.js').App, line: UcpCart['line_items'][number], currency: string }} props */
function Line({ app, line: { item, quantity, totals }, currency }) {
  const { locale } = app.texts()
  return html`
    <li>
      ${item.image_url && html`<${Picture} url=${item.image_url} isLazy=${false} />`}
      <span class="agent-line-name"><b>${numberText(quantity, locale)} ×</b> <bdi>${item.title}</bdi></span>
      <span class="money">${moneyText(moneyOf(amountOf(totals, 'total'), currency), locale)}</span>
    </li>`
}

/** @param {{ app: import('../app.js').App, cart: UcpCart }} props */
function Totals({ app, cart: { totals, currency, discounts } }) {
  const { agent: t, locale } = app.texts()
  const titles = discounts?.applied.map(({ title }) => title).join(', ')
  const rows = totals.map(
    ({ type, amount }) => html`
      <div class=${type === 'total' ? 'sum' : null}>
        <dt>${t.totals[type] ?? type}${type === 'discount' && titles && html` <small dir="auto">${titles}</small>`}</dt><dd class="money">${moneyText(moneyOf(amount, currency), locale)}</dd>
      </div>`,
  )
  return html`<dl class="agent-totals">${rows}</dl>`
}

/** @param {{ app: import('../app.js').App, url: string }} props */
function Continue({ app, url }) {
  const t = app.texts().agent
  return html`
    <div class="agent-continue">
      <${Button} look="main" icon="phone" onClick=${() => continueOnPhone(app, url)}>${t.continueOnPhone}<//>
      <${Button} onClick=${() => continueInWebView(app, url)}>${t.continueInWebView}<//>
      <p class="hint">${t.continueHint}</p>
    </div>`
}

/** @param {UcpTotal[]} totals @param {string} type */
function amountOf(totals, type) {
  return totals.find(each => each.type === type)?.amount ?? 0
}

/** A call of a tool: its name, what it is called with and its result in words; expanded, the request and the answer. */

import { moneyText, numberText } from '../../ui/format/money.js'
import { html } from '../../ui/html.js'
import { EntryDetails } from '../request-log/entry-details.js'
import { moneyOf } from './conversation.js'

/** @typedef {import('../texts/texts.js').Texts} Texts */

/** Number of found products that are named; the others are counted. */
const NAMED = 2

/** The call. @param {{ app: import('../app.js').App, call: import('./conversation.js').Call }} props */
export function Call({ app, call: { name, about, entry, result } }) {
  const { agent } = app.state
  const isExpanded = agent.expanded.has(entry.id)
  const toggle = () => {
    const expanded = new Set(agent.expanded)
    if (!expanded.delete(entry.id)) expanded.add(entry.id)
    agent.expanded = expanded
    app.render()
  }
  return html`
    <li class="call">
      <button type="button" aria-expanded=${isExpanded} onClick=${toggle}>
        <span class="call-name"><b>${name}</b> <bdi>${about}</bdi></span>
        <span class="call-result">${resultText(app.texts(), entry.response, name, result)}</span>
      </button>
      ${isExpanded && html`<${EntryDetails} app=${app} entry=${entry} />`}
    </li>`
}

/**
 * The result in words.
 * @param {Texts} texts
 * @param {import('../api.js').LogEntry['response']} response
 * @param {string} name
 * @param {any} result
 * @returns {import('../../ui/html.js').Children}
 */
function resultText(texts, response, name, result) {
  const t = texts.agent
  if (response === null)
    return html`<span class="visually-hidden">${texts.waiting}</span><span class="dots" aria-hidden="true">…</span>`
  if (response === 'none') return texts.noResponse
  if (result === undefined) return `HTTP ${response.status}`
  if (name === 'server/discover') return serverText(result)
  if (name === 'tools/list') return t.toolCount(numberText(result.tools?.length ?? 0, texts.locale))
  if (name === 'search_catalog') return productsText(texts, result.products ?? [])
  return cartText(texts, name, result)
}

/** @param {any} result of `server/discover` */
function serverText({ _meta, supportedVersions }) {
  const { title = '' } = _meta?.['io.modelcontextprotocol/serverInfo'] ?? {}
  return `${title} · MCP ${supportedVersions?.[0] ?? ''}`
}

/** @param {Texts} texts @param {{ title: string }[]} products */
function productsText({ agent: t, locale }, products) {
  if (products.length === 0) return t.nothingFound
  const more = products.length - NAMED
  const names = products.slice(0, NAMED).map(({ title }, index) => [index > 0 && ', ', html`<bdi>${title}</bdi>`])
  return [names, more > 0 && ` ${t.andMore(numberText(more, locale))}`]
}

/** @param {Texts} texts @param {string} name @param {any} cart */
function cartText({ agent: t, locale }, name, { ucp, line_items: lines, totals, currency, messages }) {
  if (ucp?.status !== 'success') return messages?.[0]?.code ?? t.noCart
  if (name === 'cancel_cart') return t.isCancelled
  const total = totals?.find((/** @type {{ type: string }} */ { type }) => type === 'total')?.amount ?? 0
  return `${t.lineCount(numberText(lines?.length ?? 0, locale))} · ${moneyText(moneyOf(total, currency), locale)}`
}

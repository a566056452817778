/** The result of a request: status and time, or that there is no response. */

import { numberText } from '../../ui/format/money.js'
import { html } from '../../ui/html.js'

/**
 * The result.
 * @param {{ texts: import('../texts/texts.js').Texts, response: import('../api.js').LogEntry['response'] }} props
 */
export function Result({ texts: t, response }) {
  if (response === null) {
    return html`
      <span class="result">
        <span class="visually-hidden">${t.waiting}</span><span class="dots" aria-hidden="true">…</span>
      </span>`
  }
  if (response === 'none') return html`<span class="result bad">${t.noResponse}</span>`
  return html`
    <span class=${response.status < 400 ? 'result good' : 'result bad'}>
      <b>${response.status}</b>
      <span class="ms">${t.milliseconds(numberText(response.ms ?? 0, t.locale))}</span>
    </span>`
}

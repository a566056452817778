/** A request or a response: its first line, headers and body. */

import { html } from '../../ui/html.js'
import { shortenTokens } from './shorten-tokens.js'

/**
 * The message in a block that scrolls when it is long; `tabindex` makes it scrollable by keyboard.
 * @param {object} props
 * @param {string} props.label
 * @param {string | number} props.start the method or the status
 * @param {string} props.rest what follows it in the first line
 * @param {[name: string, value: string][]} props.headers
 * @param {import('../../ui/html.js').Children} [props.children] the body; false without one
 */
export function Message({ label, start, rest, headers, children }) {
  return html`
    <div class="block" tabindex="0" role="region" aria-label=${label}>
      <div class="start-line"><b>${start}</b>${` ${shortenTokens(rest)}`}</div>
      ${headers.map(
        ([name, value]) => html`
          <div class="header"><span class="json-key">${`${name}: `}</span>${shortenTokens(value)}</div>`,
      )}
      ${children && html`<div class="body">${children}</div>`}
    </div>`
}

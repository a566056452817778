/** A short word about the state of something. */

import { html } from '../../../ui/browser/html.js'

/** The badge. @param {{ kind?: 'good' | 'warn' | 'plain', children: import('../../../ui/browser/html.js').Children }} props */
export function Badge({ kind = 'plain', children }) {
  return html`<span class=${`badge ${kind}`}>${children}</span>`
}

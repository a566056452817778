/** A short word about the state of something. */

import { html } from '../../ui/html.js'

/** The badge. @param {{ kind?: 'good' | 'warn' | 'plain', children: import('../../ui/html.js').Children }} props */
export function Badge({ kind = 'plain', children }) {
  return html`<span class=${`badge ${kind}`}>${children}</span>`
}

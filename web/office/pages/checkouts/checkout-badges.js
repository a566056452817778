/** The state of a checkout, and what stands out about it, as badges. */

import { html } from '../../../ui/html.js'
import { Badge } from '../../ui/badge.js'

/** @typedef {import('./checkout-types.js').CheckoutFields} CheckoutFields */

/** Whether a hold is over whose state the page has read earlier. @param {Pick<CheckoutFields, 'state' | 'expiresAt'>} checkout @param {number} now milliseconds */
export function isOverdue({ state, expiresAt }, now) {
  return state === 'held' && Date.parse(expiresAt) <= now
}

/** The badges. @param {{ app: import('../../app.js').App, checkout: CheckoutFields }} props */
export function CheckoutBadges({ app, checkout }) {
  const { checkouts: t } = app.texts()
  const { state, overLimit, overStock } = checkout
  const kind = state === 'completed' ? 'good' : state === 'expired' ? 'warn' : 'plain'
  return html`
    <span class="badges">
      <${Badge} kind=${kind}>${t.states[state] ?? state}<//>
      ${isOverdue(checkout, Date.now()) && html`<${Badge} kind="warn">${t.overdue}<//>`}
      ${overLimit && html`<${Badge} kind="warn">${t.overLimit}<//>`}
      ${overStock && html`<${Badge} kind="warn">${t.overStock}<//>`}
    </span>`
}

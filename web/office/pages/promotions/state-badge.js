/** The state of a coupon or campaign as a badge. */

import { html } from '../../../ui/html.js'
import { Badge } from '../../ui/badge.js'
import { stateOf } from './promotion-state.js'

/** The badge. @param {{ app: import('../../app.js').App, record: import('./promotion-record.js').PromotionRecord }} props */
export function StateBadge({ app, record }) {
  const state = stateOf(/** @type {import('./promotion-state.js').Validity} */ (record), Date.now())
  const kind = state === 'active' ? 'good' : state === 'planned' ? 'plain' : 'warn'
  return html`<${Badge} kind=${kind}>${app.texts().promotions.states[state]}<//>`
}

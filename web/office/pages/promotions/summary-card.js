/** The state of a coupon or campaign at a glance. */

import { html } from '../../../ui/html.js'
import { Card } from '../../ui/card.js'
import { KeyValues } from '../../ui/key-values.js'

/** The card. @param {{ app: import('../../app.js').App, rows: [string, import('../../../ui/html.js').Children][] }} props */
export function PromotionSummary({ app, rows }) {
  const { promotions: t } = app.texts()
  return html`
    <${Card} title=${t.summary}>
      <${KeyValues} rows=${rows} />
      <p class="hint">${t.usesHint}</p>
    <//>`
}

/** The code that was entered and refused last: why, and what support tells the customer. */

import { Icon } from '../../../ui/components/icon.js'
import { html } from '../../../ui/html.js'
import { isolate } from '../../format/isolate.js'
import { Time } from '../../ui/time.js'
import { isSegment, path } from '../../url.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./cart-types.js').OwnerCart} OwnerCart */

/** The notice; nothing without such a code. @param {{ app: App, owned: OwnerCart }} props */
export function RefusedCoupon({ app, owned: { refusedCoupon } }) {
  if (!refusedCoupon) return null
  const { code, reason, at } = refusedCoupon
  const { carts, conditions } = app.texts()
  const { refused: t } = carts
  const { why, tell } = t.reasons[reason] ?? t.otherReason
  return html`
    <div class="alert refused-coupon">
      <${Icon} name="warning" />
      <div>
        <b dir="auto">${t.title(isolate(code))}</b>
        <p><${Time} app=${app} at=${at} /></p>
        <p>${why}</p>
        <p>${t.tell} <q>${tell}</q></p>
        <p class="hint">${t.again}</p>
        ${app.can('promotions:read') && isSegment(code) && html`<p class="remedies"><a href=${path`/office/coupons/${code}`}>${conditions.toCoupon}</a></p>`}
      </div>
    </div>`
}

/** The coupons that are for this member, each with a button that applies it to the cart. */

import { Button } from '../../../ui/components/button.js'
import { html } from '../../../ui/html.js'
import { applyCoupon } from '../../actions/cart.js'
import { Panel } from '../../ui/panel.js'

/** The coupons. @param {{ app: import('../../app.js').App }} props */
export function MyCoupons({ app }) {
  const t = app.texts()
  const rows = app.state.myCoupons.map(coupon => html`<${MyCoupon} key=${coupon.id} app=${app} coupon=${coupon} />`)
  return html`
    <${Panel} id="my-coupons-title" title=${t.myCoupons}>
      ${rows.length > 0 ? html`<ul class="choices" role="list">${rows}</ul>` : html`<p class="hint">${t.noCoupons}</p>`}
    <//>`
}

/** @param {{ app: import('../../app.js').App, coupon: import('../../state.js').MyCoupon }} props */
function MyCoupon({ app, coupon: { id: code, attributes } }) {
  const t = app.texts()
  const { description, endsAt } = attributes
  const isApplied = app.state.cart?.data.attributes.appliedCoupon?.code === code
  const apply = () => app.runOnCart(() => applyCoupon(app, code))
  return html`
    <li class=${isApplied ? 'choice chosen' : 'choice'}>
      <div>
        <b dir="auto">${code}</b>
        <p class="hint" dir="auto">${description}</p>
        ${endsAt && html`<p class="hint">${t.lastDay(lastDayOf(endsAt, t.locale))}</p>`}
      </div>
      ${isApplied ? html`<span class="good">${t.applied}</span>` : html`<${Button} label=${t.applyCoupon(code)} onClick=${apply}>${t.apply}<//>`}
    </li>`
}

/** `endsAt` is the first instant after the period. @param {string} endsAt @param {string} locale */
function lastDayOf(endsAt, locale) {
  return new Date(Date.parse(endsAt) - 1).toLocaleDateString(locale, { dateStyle: 'long' })
}

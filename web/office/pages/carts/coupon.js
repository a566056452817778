/** The coupon of a cart: every condition, and where it can be mended. */

import { html } from '../../../ui/html.js'
import { isolate } from '../../format/isolate.js'
import { Badge } from '../../ui/badge.js'
import { Card } from '../../ui/card.js'
import { Conditions } from './conditions.js'
import { failedCampaignOf } from './missing.js'
import { campaignRemedies, couponRemedies } from './remedies.js'
import { RewardEffect } from './reward-effect.js'

/** @typedef {import('./cart-types.js').OwnerCart} OwnerCart */

/** The card. @param {{ app: import('../../app.js').App, owned: OwnerCart, names: import('./condition-text.js').Names }} props */
export function Coupon({ app, names, owned: { cart, coupon, refusedCoupon, campaigns, customerId } }) {
  const { carts: t } = app.texts()
  if (coupon === null) {
    return html`<${Card} title=${t.coupon}><p><b>${t.noCoupon}</b></p>${!refusedCoupon && html`<p class="hint">${t.noCouponHint}</p>`}<//>`
  }
  const { code, applies, conditions } = coupon
  const bound = failedCampaignOf(conditions, campaigns)
  const badge = html`<${Badge} kind=${applies ? 'good' : 'warn'}>${applies ? t.states.applies : t.states.no}<//>`
  return html`
    <${Card} title=${t.couponOf(isolate(code))} beside=${badge}>
      <${RewardEffect} app=${app} explanation=${coupon} cart=${cart} />
      <${Conditions} app=${app} conditions=${conditions} names=${names}
        remediesOf=${(/** @type {import('./cart-types.js').Condition} */ each) => couponRemedies(app, code, customerId, each)} />
      ${bound && html`<${BoundCampaign} app=${app} names=${names} campaign=${bound} customerId=${customerId} />`}
    <//>`
}

/** Why the campaign that the coupon is bound to does not apply. @param {{ app: import('../../app.js').App, names: import('./condition-text.js').Names, campaign: import('./cart-types.js').Campaign, customerId: number | null }} props */
function BoundCampaign({ app, names, campaign: { id, name, conditions }, customerId }) {
  const failed = conditions.filter(each => !each.holds && each.name !== 'coupon')
  return html`
    <h3 class="bound" dir="auto">${app.texts().carts.boundTo(isolate(name))}</h3>
    <${Conditions} app=${app} conditions=${failed} names=${names}
      remediesOf=${(/** @type {import('./cart-types.js').Condition} */ each) => campaignRemedies(app, id, customerId, each)} />`
}

/** The coupon of the cart: the applied one, or why the chosen one does not apply, and the form for another. */

import { html } from '../../../ui/html.js'
import { removeCoupon } from '../../actions/cart.js'
import { Panel } from '../../ui/panel.js'
import { ChosenPromotion } from './chosen-promotion.js'
import { CouponForm } from './coupon-form.js'
import { UnappliedCoupon } from './unapplied-coupon.js'

/** The coupon. @param {{ app: import('../../app.js').App, cart: import('../../state.js').CartDocument }} props */
export function Coupon({ app, cart }) {
  const t = app.texts()
  const { appliedCoupon } = cart.data.attributes
  const unapplied = cart.data.meta?.coupon
  const remove = () => app.runOnCart(() => removeCoupon(app))
  const content = appliedCoupon
    ? html`
      <div class="choice chosen">
        <${ChosenPromotion} texts=${t} name=${appliedCoupon.code} promotion=${appliedCoupon}
          removeLabel=${t.removeCoupon(appliedCoupon.code)} onRemove=${remove} />
      </div>`
    : html`
      ${unapplied && html`<div class="choice unapplied"><${UnappliedCoupon} texts=${t} coupon=${unapplied} onRemove=${remove} /></div>`}
      <${CouponForm} app=${app} />`
  return html`<${Panel} id="coupon-title" title=${t.coupon}>${content}<//>`
}

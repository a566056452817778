/** The coupon of the cart: the applied one, or the form for one. */

import { removeCoupon } from '../../actions/cart.js'
import { html } from '../../html.js'
import { Panel } from '../../ui/panel.js'
import { ChosenPromotion } from './chosen-promotion.js'
import { CouponForm } from './coupon-form.js'

/** The coupon. @param {{ app: import('../../app.js').App, cart: import('../../state.js').CartDocument }} props */
export function Coupon({ app, cart }) {
  const t = app.texts()
  const { appliedCoupon } = cart.data.attributes
  const remove = () => app.runOnCart(() => removeCoupon(app))
  const content = appliedCoupon
    ? html`
      <div class="choice chosen">
        <${ChosenPromotion} texts=${t} name=${appliedCoupon.code} promotion=${appliedCoupon}
          removeLabel=${t.removeCoupon(appliedCoupon.code)} onRemove=${remove} />
      </div>`
    : html`<${CouponForm} app=${app} />`
  return html`<${Panel} id="coupon-title" title=${t.coupon}>${content}<//>`
}

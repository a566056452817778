/** The form for a coupon, and the coupons to try. */

import { Button } from '../../../ui/components/button.js'
import { html } from '../../../ui/html.js'
import { applyCoupon } from '../../actions/cart.js'

/** The form. @param {{ app: import('../../app.js').App }} props */
export function CouponForm({ app }) {
  const t = app.texts()
  const coupons = app.state.shop?.coupons ?? []
  const apply = (/** @type {string} */ code) => app.runOnCart(() => applyCoupon(app, code))
  /** @param {SubmitEvent & { currentTarget: HTMLFormElement }} event */
  const applyTyped = event => {
    event.preventDefault()
    apply(String(new FormData(event.currentTarget).get('code') ?? ''))
  }
  const chips = coupons.map(
    ({ code, description }) => html`
      <li>
        <button type="button" class="chip" title=${description} dir="auto" onClick=${() => apply(code)}>${code}</button>
      </li>`,
  )
  return html`
    <div class="coupon">
      <form class="row" onSubmit=${applyTyped}>
        <input name="code" aria-label=${t.couponCode} placeholder=${t.couponCode} autocomplete="off"
          autocapitalize="characters" spellcheck=${false} required />
        <${Button} type="submit">${t.apply}<//>
      </form>
      ${chips.length > 0 && html`<p class="hint" id="try-coupon">${t.tryCoupon}</p>`}
      ${chips.length > 0 && html`<ul class="hints" role="list" aria-labelledby="try-coupon">${chips}</ul>`}
    </div>`
}

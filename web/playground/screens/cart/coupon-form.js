/** The form for a coupon, with the coupons of the member and those to try. */

import { Button } from '../../../ui/components/button.js'
import { html } from '../../../ui/html.js'
import { applyCoupon } from '../../actions/cart.js'

/** The form. @param {{ app: import('../../app.js').App }} props */
export function CouponForm({ app }) {
  const t = app.texts()
  const { shop, myCoupons } = app.state
  const mine = myCoupons.map(({ id, attributes }) => ({ code: id, description: attributes.description }))
  const apply = (/** @type {string} */ code) => app.runOnCart(() => applyCoupon(app, code))
  /** @param {SubmitEvent & { currentTarget: HTMLFormElement }} event */
  const applyTyped = event => {
    event.preventDefault()
    apply(String(new FormData(event.currentTarget).get('code') ?? ''))
  }
  return html`
    <div class="coupon">
      <form class="row" onSubmit=${applyTyped}>
        <input name="code" aria-label=${t.couponCode} placeholder=${t.couponCode} autocomplete="off"
          autocapitalize="characters" spellcheck=${false} required />
        <${Button} type="submit">${t.apply}<//>
      </form>
      <${Chips} id="own-coupons" title=${`${t.myCoupons}:`} coupons=${mine} onChoose=${apply} />
      <${Chips} id="try-coupon" title=${t.tryCoupon} coupons=${shop?.coupons ?? []} onChoose=${apply} />
    </div>`
}

/**
 * Coupons under a heading; nothing without one.
 * @param {object} props
 * @param {string} props.id of the heading
 * @param {string} props.title
 * @param {{ code: string, description: string }[]} props.coupons
 * @param {(code: string) => void} props.onChoose
 */
function Chips({ id, title, coupons, onChoose }) {
  if (coupons.length === 0) return null
  const chips = coupons.map(
    ({ code, description }) => html`
      <li key=${code}>
        <button type="button" class="chip" title=${description} dir="auto" onClick=${() => onChoose(code)}>${code}</button>
      </li>`,
  )
  return html`
    <p class="hint" id=${id}>${title}</p>
    <ul class="hints" role="list" aria-labelledby=${id}>${chips}</ul>`
}

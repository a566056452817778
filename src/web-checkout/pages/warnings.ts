/** Cart warnings: items that are not available, a cart below the minimum order, and the chosen coupon that does not apply. */

import { html, type SafeHtml } from '@remix-run/html-template'
import { moneyText } from './money-text.ts'
import type { ShownCart, UnappliedCoupon } from './page-model.ts'
import type { Texts } from './texts/tr.ts'

/** Renders one paragraph per warning. */
export function renderWarnings(cart: ShownCart, t: Texts): SafeHtml[] {
  return warningsOf(cart, t).map(text => html`<p class="alert">${text}</p>`)
}

function warningsOf({ data, included }: ShownCart, t: Texts): string[] {
  const { belowMinimumOrder, minimumOrderAmount } = data.attributes
  const gone = included.filter(({ attributes }) => !attributes.availableForSale).length
  return [
    ...(gone > 0 ? [t.unavailableItems(gone)] : []),
    ...(belowMinimumOrder && minimumOrderAmount ? [t.belowMinimum(moneyText(minimumOrderAmount, t.locale))] : []),
    ...(data.meta?.coupon ? [couponText(data.meta.coupon, t)] : []),
  ]
}

/** A coupon of the app may not apply on the web. */
function couponText({ code, reason }: UnappliedCoupon, t: Texts): string {
  return reason === 'channel' ? t.couponElsewhere(code) : t.couponUnapplied(code)
}

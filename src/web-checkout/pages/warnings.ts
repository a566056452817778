/** Cart warnings: items that are not available, and a cart below the minimum order. */

import { html, type SafeHtml } from '@remix-run/html-template'
import type { CartDocument } from '../../cart/pricing/cart.document.ts'
import { moneyText } from './money-text.ts'
import type { Texts } from './texts/tr.ts'

/** Renders one paragraph per warning. */
export function renderWarnings(cart: CartDocument, t: Texts): SafeHtml[] {
  return warningsOf(cart, t).map(text => html`<p class="alert">${text}</p>`)
}

function warningsOf({ data, included }: CartDocument, t: Texts): string[] {
  const { belowMinimumOrder, minimumOrderAmount } = data.attributes
  const gone = included.filter(({ attributes }) => !attributes.availableForSale).length
  return [
    ...(gone > 0 ? [t.unavailableItems(gone)] : []),
    ...(belowMinimumOrder && minimumOrderAmount ? [t.belowMinimum(moneyText(minimumOrderAmount, t.locale))] : []),
  ]
}

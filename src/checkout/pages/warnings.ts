/** What could keep a cart from being ordered as it is. */

import { html, type SafeHtml } from '@remix-run/html-template'
import type { CartDocument } from '../../cart/cart.document.ts'
import { moneyText } from './money-text.ts'

/** Renders one paragraph for each warning that holds. */
export function renderWarnings(cart: CartDocument): SafeHtml[] {
  return warningsOf(cart).map(text => html`<p class="alert">${text}</p>`)
}

function warningsOf({ data, included }: CartDocument): string[] {
  const { belowMinimumOrder, minimumOrderAmount } = data.attributes
  const gone = included.filter(({ attributes }) => !attributes.availableForSale).length
  return [
    ...(gone > 0 ? [`Sepetinizdeki ${gone} ürün şu anda satın alınamıyor.`] : []),
    ...(belowMinimumOrder && minimumOrderAmount
      ? [`Sepetiniz ${moneyText(minimumOrderAmount)} olan minimum sipariş tutarının altında.`]
      : []),
  ]
}

/** The web pages that a handoff from the app leads to, until the shop puts its own web front end in their place. */

import { html, type SafeHtml } from '@remix-run/html-template'
import type { Visitor } from '../visitor.ts'
import { renderCart } from './cart-page.ts'
import { renderCheckout } from './checkout-page.ts'
import { renderDocument } from './layout.ts'
import { renderMessage } from './message.ts'
import { renderOrders } from './orders-page.ts'
import type { PageName, Visit } from './visit.ts'
import { renderNobody } from './who.ts'

const titles: Record<PageName, string> = { cart: 'Sepetim', checkout: 'Ödeme', orders: 'Siparişlerim' }

/** Renders one page as a whole HTML document. */
export function renderPage(name: PageName, { shopName, who }: Visit): string {
  return renderDocument({ shopName, title: titles[name], current: name, who, body: renderBody(name, who) })
}

/** Renders what stands in place of any page while the database is away. */
export function renderUnavailable(): string {
  const title = 'Kısa bir ara verdik'
  const text = html`<p>Şu anda hizmet veremiyoruz, lütfen birazdan tekrar deneyin. Sepetiniz güvende.</p>`
  return renderDocument({ shopName: 'Sepet', title, current: null, who: null, body: renderMessage({ title, text }) })
}

/** Renders what stands in place of any page for somebody who asks for too many. */
export function renderLimited(): string {
  const title = 'Biraz yavaşlayalım'
  const text = html`<p>Kısa sürede çok fazla istek geldi. Lütfen bir dakika sonra tekrar deneyin. Sepetiniz güvende.</p>`
  return renderDocument({ shopName: 'Sepet', title, current: null, who: null, body: renderMessage({ title, text }) })
}

function renderBody(name: PageName, who: Visitor): SafeHtml {
  if (name === 'orders') return renderOrders(who)
  if (who.identity === 'none') return renderNobody()
  return name === 'cart' ? renderCart(who.cart) : renderCheckout(who)
}

/** The web pages that a handoff from the app leads to, until the shop puts its own web front end in their place. */

import { html, type SafeHtml } from '@remix-run/html-template'
import { renderCart } from './cart-page.ts'
import { renderCheckout } from './checkout-page.ts'
import { renderDocument } from './layout.ts'
import { renderMessage } from './message.ts'
import { renderOrders } from './orders-page.ts'
import type { PageName, Visit, Who } from './visit.ts'
import { renderNobody } from './who.ts'

export { contentSecurityPolicy } from './content-security-policy.ts'
export { STYLESHEET } from './layout.ts'
export type { PageName, Visit, Who } from './visit.ts'

/** What went wrong, of which a visitor should read more than a status. */
export type Notice = 'unavailable' | 'not-found'

const titles: Record<PageName, string> = { cart: 'Sepetim', checkout: 'Ödeme', orders: 'Siparişlerim' }

const notices: Record<Notice, { title: string; text: string }> = {
  unavailable: {
    title: 'Kısa bir ara verdik',
    text: 'Şu anda hizmet veremiyoruz, lütfen birazdan tekrar deneyin.',
  },
  'not-found': {
    title: 'Sayfa bulunamadı',
    text: 'Aradığınız sayfa burada değil. Uygulamaya dönüp tekrar deneyebilirsiniz.',
  },
}

/** Renders one page as a whole HTML document. */
export function renderPage(name: PageName, { shopName, who }: Visit): string {
  return renderDocument({ shopName, title: titles[name], current: name, who, body: renderBody(name, who) })
}

/** Renders a page that says in plain words why there is nothing to show. It needs no session and no database. */
export function renderNotice(shopName: string, notice: Notice): string {
  const { title, text } = notices[notice]
  const body = renderMessage({ title, text: html`<p>${text}</p>` })
  return renderDocument({ shopName, title, current: null, who: null, body })
}

function renderBody(name: PageName, who: Who): SafeHtml {
  if (name === 'orders') return renderOrders(who)
  if (who.identity === 'none') return renderNobody()
  return name === 'cart' ? renderCart(who.cart) : renderCheckout(who)
}

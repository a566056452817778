/** Rendering of the reference web pages, which a handoff leads to until the shop's own web front end replaces them. */

import { html, type SafeHtml } from '@remix-run/html-template'
import type { ContinueFailure } from '../continue-failure.ts'
import { renderCart } from './cart-page.ts'
import { renderCheckout } from './checkout-page.ts'
import { renderDocument } from './layout.ts'
import { renderMessage } from './message.ts'
import { renderOrders } from './orders-page.ts'
import type { PageModel, PageName, PageUser } from './page-model.ts'
import type { MessageTexts } from './texts/texts.ts'
import type { Texts } from './texts/tr.ts'
import { renderWithoutSession } from './user-text.ts'

/** Renders one page as a complete HTML document. */
export function renderPage(name: PageName, { shopName, user, failure = null }: PageModel, t: Texts): string {
  const body = failure === null ? renderBody(name, user, t) : renderFailure(failure, { name, user }, t)
  return renderDocument({ shopName, title: t.titles[name], current: name, user, body }, t)
}

/**
 * Renders the page of a refusal (429, 5xx) as a complete HTML document. It needs no database, because it contains neither shop
 * name nor session.
 */
export function renderRefusal(message: MessageTexts, t: Texts): string {
  const body = renderMessage(message)
  return renderDocument({ shopName: 'Sepet', title: message.title, current: null, user: null, body }, t)
}

/** Renders the failure of a link: above the cart of a session, and without a session in its place. */
function renderFailure(
  failure: ContinueFailure,
  { name, user }: { name: PageName; user: PageUser },
  t: Texts,
): SafeHtml {
  const message = t.linkFailures[failure]
  if (user.identity === 'none') return renderMessage(message)
  const sentences = [`${message.title}.`, ...message.paragraphs].join(' ')
  return html`<p class="alert" role="status">${sentences}</p>
    ${renderBody(name, user, t)}`
}

function renderBody(name: PageName, user: PageUser, t: Texts): SafeHtml {
  if (user.identity === 'none') return renderWithoutSession(t, name === 'orders' ? [`${t.membersOnly}.`] : [])
  switch (name) {
    case 'cart':
      return renderCart(user.cart, t)
    case 'checkout':
      return renderCheckout(user, t)
    case 'orders':
      return renderOrders(user, t)
  }
}

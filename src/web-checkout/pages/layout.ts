/** The layout of every page: document head, shop name, navigation and the session line. */

import { html, type SafeHtml } from '@remix-run/html-template'
import type { SessionUser } from '../session/session-user.ts'
import type { PageName } from './page-model.ts'
import type { Texts } from './texts/tr.ts'
import { describeUser } from './user-text.ts'

/** The path of the stylesheet. */
export const STYLESHEET = '/assets/sepet.css'

/** The parts of a document. With `user` null it has no session line and no navigation. */
export interface Frame {
  shopName: string
  title: string
  current: PageName | null
  user: SessionUser<unknown> | null
  body: SafeHtml
}

interface NavLink {
  page: PageName
  path: string
  /** Whether the link is shown to members only: guests have no orders. */
  membersOnly?: boolean
}

const links: NavLink[] = [
  { page: 'cart', path: '/sepet' },
  { page: 'checkout', path: '/odeme' },
  { page: 'orders', path: '/uye-siparisleri', membersOnly: true },
]

/** Renders a complete HTML document. */
export function renderDocument({ shopName, title, current, user, body }: Frame, t: Texts): string {
  return String(html`<!doctype html>
<html lang="${t.language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="color-scheme" content="light dark">
    <meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
    <meta name="robots" content="noindex">
    <title>${title} · ${shopName}</title>
    <link rel="stylesheet" href="${STYLESHEET}">
  </head>
  <body>
    <a class="skip" href="#icerik">${t.skip}</a>
    <header class="top">
      <div class="top-row">
        <p class="shop" dir="auto">${shopName}</p>
        ${user === null || user.identity === 'none' ? null : renderNav(user, current, t)}
      </div>
      ${user === null ? null : html`<p class="session-user"><span>${describeUser(user, t)}</span></p>`}
    </header>
    <main id="icerik" tabindex="-1">${body}</main>
  </body>
</html>
`)
}

function renderNav(user: SessionUser<unknown>, current: PageName | null, t: Texts): SafeHtml {
  const shown = links.filter(link => !link.membersOnly || user.identity === 'member')
  return html`<nav aria-label="${t.pages}"><ul role="list">${shown.map(link => renderLink(link, current, t))}</ul></nav>`
}

function renderLink({ page, path }: NavLink, current: PageName | null, t: Texts): SafeHtml {
  return page === current
    ? html`<li><a href="${path}" aria-current="page">${t.nav[page]}</a></li>`
    : html`<li><a href="${path}">${t.nav[page]}</a></li>`
}

/** The layout of every page: document head, shop name, navigation and the session line. */

import { html, type SafeHtml } from '@remix-run/html-template'
import type { SessionUser } from '../session/session-user.ts'
import type { PageName } from './page-model.ts'
import type { Texts } from './texts/tr.ts'
import { describeWho } from './who.ts'

/** The path of the stylesheet. */
export const STYLESHEET = '/assets/sepet.css'

/** The parts of a document. With `who` null it has no session line and no navigation. */
export interface Frame {
  shopName: string
  title: string
  current: PageName | null
  who: SessionUser | null
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
export function renderDocument({ shopName, title, current, who, body }: Frame, t: Texts): string {
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
        ${who === null || who.identity === 'none' ? null : renderNav(who, current, t)}
      </div>
      ${who === null ? null : html`<p class="who"><span>${describeWho(who, t)}</span></p>`}
    </header>
    <main id="icerik" tabindex="-1">${body}</main>
  </body>
</html>
`)
}

function renderNav(who: SessionUser, current: PageName | null, t: Texts): SafeHtml {
  const shown = links.filter(link => !link.membersOnly || who.identity === 'member')
  return html`<nav aria-label="${t.pages}"><ul role="list">${shown.map(link => renderLink(link, current, t))}</ul></nav>`
}

function renderLink({ page, path }: NavLink, current: PageName | null, t: Texts): SafeHtml {
  return page === current
    ? html`<li><a href="${path}" aria-current="page">${t.nav[page]}</a></li>`
    : html`<li><a href="${path}">${t.nav[page]}</a></li>`
}

/** The frame of every page: document head, shop name, navigation, and the line that says whose session it is. */

import { html, type SafeHtml } from '@remix-run/html-template'
import type { Visitor } from '../visitor.ts'
import type { PageName } from './visit.ts'
import { describeWho } from './who.ts'

/** Where the stylesheet is served. */
export const STYLESHEET = '/assets/sepet.css'

/** What a document is made of. Without `who` it says nothing about a session and offers no navigation. */
export interface Frame {
  shopName: string
  title: string
  current: PageName | null
  who: Visitor | null
  body: SafeHtml
}

interface NavLink {
  page: PageName
  path: string
  text: string
  /** Only a member has orders to look at. */
  membersOnly?: boolean
}

const links: NavLink[] = [
  { page: 'cart', path: '/sepet', text: 'Sepet' },
  { page: 'checkout', path: '/odeme', text: 'Ödeme' },
  { page: 'orders', path: '/uye-siparisleri', text: 'Siparişlerim', membersOnly: true },
]

/** Renders a whole HTML document. */
export function renderDocument({ shopName, title, current, who, body }: Frame): string {
  return String(html`<!doctype html>
<html lang="tr">
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
    <a class="skip" href="#icerik">İçeriğe geç</a>
    <header class="top">
      <div class="top-row">
        <p class="shop" dir="auto">${shopName}</p>
        ${who === null || who.identity === 'none' ? null : renderNav(who, current)}
      </div>
      ${who === null ? null : html`<p class="who"><span>${describeWho(who)}</span></p>`}
    </header>
    <main id="icerik" tabindex="-1">${body}</main>
  </body>
</html>
`)
}

function renderNav(who: Visitor, current: PageName | null): SafeHtml {
  const shown = links.filter(link => !link.membersOnly || who.identity === 'member')
  return html`<nav aria-label="Sayfalar"><ul role="list">${shown.map(link => renderLink(link, current))}</ul></nav>`
}

function renderLink({ page, path, text }: NavLink, current: PageName | null): SafeHtml {
  return page === current
    ? html`<li><a href="${path}" aria-current="page">${text}</a></li>`
    : html`<li><a href="${path}">${text}</a></li>`
}

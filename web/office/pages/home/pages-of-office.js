/** Links of the start page to pages that the office has, and that the scopes allow. */

import { matchRoute } from '../../router.js'

/** @typedef {import('../../app.js').App} App */

/** @typedef {keyof import('../../texts/texts.js').Texts['home']['quick']} QuickName */

/** How many links there are at most. */
const QUICK_LINKS = 4

/** Where the links lead to, and the scope of who does this; the most frequent come first. @type {readonly { name: QuickName, href: string, scope: string }[]} */
const QUICK = [
  { name: 'held', href: '/office/checkouts?state=held', scope: 'checkouts:read' },
  { name: 'left', href: '/office/carts?age=1d', scope: 'carts:read' },
  { name: 'coupon', href: '/office/coupons/new', scope: 'promotions:write' },
  { name: 'products', href: '/office/products', scope: 'catalogue:write' },
  { name: 'imports', href: '/office/imports', scope: 'catalogue:write' },
  { name: 'campaign', href: '/office/campaigns/new', scope: 'promotions:write' },
  { name: 'customers', href: '/office/customers', scope: 'customers:read' },
]

/** Whether there is a page at an address that who is signed in may see. @param {Pick<App, 'routes' | 'can'>} app @param {string} href */
export function mayOpen(app, href) {
  const found = matchRoute(app.routes, String(href.split('?')[0]))
  return found !== null && app.can(found.route.scope)
}

/** The links to what a person with these scopes does most. @param {App} app */
export function quickLinksOf(app) {
  const { quick } = app.texts().home
  const allowed = QUICK.filter(({ href, scope }) => app.can(scope) && mayOpen(app, href)).slice(0, QUICK_LINKS)
  return allowed.map(({ name, href }) => ({ href, text: quick[name] }))
}

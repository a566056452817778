/** API documentation of the checkout handoff, the web session and the web pages, with examples from the sample shop. */

import type { OperationDocs } from '../http/operation-docs.ts'

const asking =
  'Create the link when the user taps the button: it expires soon (`expiresAt`) and can be used once. A `returnPath` that is not allowed is no error: the link then leads to the default path.'
const body = { returnPath: '/odeme' }

/** POST /checkout-session. */
export const createMemberHandoff: OperationDocs = {
  name: 'createMemberHandoff',
  section: 'Checkout handoff',
  summary: 'Create a member’s checkout link',
  description: asking,
  examples: {
    payment: { summary: 'Straight to the payment page', given: 'a member', body, status: 200 },
    cart: { summary: 'To the default path', given: 'a member', status: 200 },
  },
}

/** POST /checkout-guest-session. */
export const createGuestHandoff: OperationDocs = {
  name: 'createGuestHandoff',
  section: 'Checkout handoff',
  summary: 'Create a guest’s checkout link',
  description: `${asking} A shop may allow the checkout for members only.`,
  refuses: ['guest_checkout_closed'],
  examples: { payment: { summary: 'Straight to the payment page', given: 'a guest', body, status: 200 } },
}

/** GET /checkout/handoff. */
export const consumeHandoff: OperationDocs = {
  name: 'consumeHandoff',
  section: 'Checkout handoff',
  summary: 'Consume a handoff link in a browser or web view',
  description:
    'Every outcome except 429 is a redirect: to the link’s return path with a new session or, when the link is used, expired or refused, to the default path with the session unchanged. So is the response to a request that is too long or malformed. Requests that have content, and those marked as prefetch, do not consume a link.',
  readsSession: true,
  otherResponses: { 302: null },
  headers: { 302: ['Location', 'Set-Cookie', 'Referrer-Policy'], 429: ['Referrer-Policy'] },
  examples: {
    fresh: {
      summary: 'A fresh link',
      given: 'a member’s link to /odeme',
      params: { t: 'eyJhbGciOiJIUzI1NiJ9.eyJleGFtcGxlIjp0cnVlfQ.c2lnbmF0dXJl' },
      status: 302,
    },
    spent: {
      summary: 'No link, or one that was used',
      given: 'any client',
      params: { t: 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl' },
      status: 302,
    },
  },
}

/** GET /checkout/session. */
export const readSession: OperationDocs = {
  name: 'readSession',
  section: 'Web session',
  summary: 'Read the session user',
  description:
    'For the web shop behind the same host. `customerId` comes with members, `cart` with members and guests. An unknown or expired session has the identity `none`.\n\nWith the `ETag` of an earlier response in `If-None-Match`, an unchanged session and cart are answered with 304 and no body.',
  readsSession: true,
  headers: { 200: ['Vary'] },
  examples: {
    noSession: { summary: 'Without a session', given: 'a browser without a session', status: 200 },
    guest: {
      summary: 'A guest with a cart',
      given: 'a browser that opened the link of a guest with three metres of linen in the cart',
      status: 200,
    },
  },
}

/** DELETE /checkout/session. */
export const endSession: OperationDocs = {
  name: 'endSession',
  section: 'Web session',
  summary: 'End the session',
  description: 'For “log out”. A browser without a session gets the same answer. The cart stays.',
  readsSession: true,
  otherResponses: { 204: null },
  headers: { 204: ['Set-Cookie'] },
  examples: { ended: { summary: 'No content', given: 'a browser without a session', status: 204 } },
}

/** POST /checkout/session/token. */
export const createActingToken: OperationDocs = {
  name: 'createActingToken',
  section: 'Web session',
  summary: 'Create a token that acts for a session',
  description:
    'For the web shop’s own server, which forwards the browser’s cookie. The token is the session owner’s, works on every cart endpoint for five minutes, and ends with the session. It creates no checkout links.',
  readsSession: true,
  refuses: ['session_not_found'],
  examples: {
    guest: {
      summary: 'A guest’s session',
      given:
        'an administrator with the cookie of a browser that opened the link of a guest with three metres of linen in the cart',
      status: 200,
    },
  },
}

/** POST /checkout/session/login. */
export const logIn: OperationDocs = {
  name: 'logIn',
  section: 'Web session',
  summary: 'Log a customer in on the web',
  description:
    'For the web shop’s own server, after it has checked the password. The browser’s session ends and a new one of the customer begins; forward `Set-Cookie` to the browser. The cart of a guest’s session is merged into the customer’s; `meta.merged` is the number of its lines. With `"merge": false` the guest keeps the cart, the choices and the hold, and remains a guest.',
  readsSession: true,
  headers: { 200: ['Set-Cookie'] },
  refuses: ['customer_not_eligible', 'cart_full', 'cart_busy'],
  examples: {
    guest: {
      summary: 'A guest’s session becomes a member’s',
      given:
        'an administrator with the cookie of a browser that opened the link of a guest with three metres of linen in the cart',
      body: { customerId: 1 },
      status: 200,
    },
    withoutMerge: {
      summary: 'The guest’s cart stays behind',
      given:
        'an administrator with the cookie of a browser that opened the link of a guest with three metres of linen in the cart',
      body: { customerId: 1, merge: false },
      status: 200,
    },
  },
}

const pageTitles: Record<string, string> = {
  '/sepet': 'the cart',
  '/odeme': 'the payment page',
  '/checkout': 'the payment page',
  '/order': 'the payment page',
  '/uye-siparisleri': 'the member’s orders',
}

const pageHeaders = ['Vary', 'Content-Language', 'Content-Security-Policy', 'Referrer-Policy'] as const

/**
 * Operation docs of a page.
 * @param scope the page itself, or every path below its prefix
 */
export function showPage(prefix: string, scope: 'page' | 'below'): OperationDocs {
  const isBelow = scope === 'below'
  const words = prefix.split(/\W/).map(each => each.charAt(0).toUpperCase() + each.slice(1))
  const params = isBelow ? { path: 'adim-2' } : {}
  return {
    name: `show${words.join('')}${isBelow ? 'Below' : ''}`,
    section: 'Web pages',
    summary: `Show ${pageTitles[prefix] ?? 'a page'}${isBelow ? ', below its path' : ''}`,
    description: 'Whose session it is, and the cart. In English for browsers that prefer it, else in Turkish.',
    readsSession: true,
    otherResponses: { 200: 'text/html', 429: 'text/html', 503: 'text/html' },
    headers: { 200: pageHeaders, 429: pageHeaders, 503: pageHeaders },
    examples: {
      noSession: { summary: 'Without a session', given: 'a browser without a session', params, status: 200 },
    },
  }
}

/** GET of the stylesheet. */
export const readStylesheet: OperationDocs = {
  name: 'readStylesheet',
  section: 'Web pages',
  summary: 'Read the stylesheet of the web pages',
  otherResponses: { 200: 'text/css', 304: null },
  headers: { 200: ['ETag', 'Last-Modified', 'Vary'] },
  refuses: ['precondition_failed'],
  examples: { stylesheet: { summary: 'The stylesheet', status: 200 } },
}

/** The web shop's requests to Sepet: with the browser's session cookie, for its session's owner, or with the shop's own token. */

import { itemsOf } from './stock.js'

/** The scopes of the shop's own token. */
export const SCOPES = 'sessions:act checkouts:read checkouts:write catalogue:read promotions:read'

const STOREFRONT = '/api/v3/storefront'
const SESSION = `${STOREFRONT}/checkout/session`
const ADMIN = '/api/v3/admin'
const CHECKOUTS = `${ADMIN}/checkouts`

/** @typedef {import('node:http').IncomingMessage} Request */
/** @typedef {{ json: any, cookies: string[] }} Answer the body, and the cookies for the browser */
/** `key`: makes a request that is sent twice one. @typedef {{ token?: string, body?: object | undefined, key?: string | undefined }} Options */
/** @typedef {import('../../src/checkouts/checkout.document.ts').CheckoutDocument['data']} Checkout */

/** @typedef {{ itemId: string, quantity: number }[]} ReturnedPieces */
/** @typedef {import('typebox').Static<typeof import('../../src/checkouts/returns/return.document.ts').PlannedReturnDocument>['data']} PlannedReturn */

/** A request that fails; `key` names its sentence in texts.js, `items` are what the address of the next page says of the items of a refused hold. */
export class Problem extends Error {
  /** @param {number} status @param {string} key @param {string | null} [retryAfter] @param {[name: string, text: string][]} [items] */
  constructor(status, key, retryAfter = null, items = []) {
    super(key)
    this.status = status
    this.key = key
    this.retryAfter = retryAfter
    this.items = items
  }
}

/** The session cookie of a Cookie header, without the shop's other cookies; empty without one. @param {Request['headers']} headers */
function sessionCookieOf({ cookie = '' }) {
  const cookies = cookie.split(';').map(each => each.trim())
  return cookies.filter(each => /^(__Host-)?sepet_session=./.test(each)).join('; ')
}

/** Creates the requests. Each throws a Problem when Sepet refuses it or does not answer. @param {string} url the address of Sepet @param {string} adminToken a token with the scopes above @param {(request: Request) => string | undefined} addressOf the address of the client, whose limits at Sepet its requests count for @param {number} timeoutMs the time that Sepet has for an answer */
export function createSepet(url, adminToken, addressOf, timeoutMs) {
  /** Sends a request with the cookie and the address of the browser. @param {Request} request @param {string} path @param {RequestInit} init */
  async function ask(request, path, init) {
    const address = addressOf(request)
    const headers = { Cookie: sessionCookieOf(request.headers), 'X-Forwarded-For': address ?? '', ...init.headers }
    const signal = AbortSignal.timeout(timeoutMs)
    const response =
      address && (await fetch(url + path, { redirect: 'error', ...init, signal, headers }).catch(() => {}))
    if (!response) throw new Problem(503, 'unavailable')
    return response
  }

  /** @param {Request} request @param {string} method @param {string} path @param {Options} [options] @returns {Promise<Answer>} */
  async function send(request, method, path, { token, body, key } = {}) {
    const response = await ask(request, path, {
      method,
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(body && { 'Content-Type': 'application/json' }),
        ...(key && /^[\w-]{1,64}$/.test(key) && { 'Idempotency-Key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    /** @type {any} */
    const json = await response.json().catch(() => undefined)
    if (!response.ok) throw problemOf(response, json?.errors?.[0])
    if (!json && response.status !== 204) throw new Problem(503, 'unavailable')
    return { json, cookies: response.headers.getSetCookie() }
  }

  /** Sends a request with the shop's own token. @param {Request} request @param {string} method @param {string} path @param {object} [body] @param {string} [key] */
  async function sendAsShop(request, method, path, body, key) {
    try {
      return await send(request, method, path, { token: adminToken, body, key })
    } catch (error) {
      if (!(error instanceof Problem) || ![401, 403].includes(error.status)) throw error
      console.error(`Sepet refuses SEPET_ADMIN_TOKEN with ${error.status}.`)
      throw new Problem(503, 'unavailable')
    }
  }

  /** Requests a token that acts for the session. @param {Request} request @returns {Promise<{ accessToken: string, subject: string }>} */
  async function requestToken(request) {
    if (!sessionCookieOf(request.headers)) throw new Problem(404, 'session_not_found')
    return (await sendAsShop(request, 'POST', `${SESSION}/token`)).json
  }

  /** @param {Request} request @param {string} method @param {string} path @param {object} [body] @returns {Promise<Checkout>} */
  async function sendCheckout(request, method, path, body) {
    return (await sendAsShop(request, method, `${CHECKOUTS}/${path}`, body)).json?.data
  }

  return {
    /** Reads the session, without a request where the browser has none. @param {Request} request @returns {Promise<import('../../src/web-checkout/session/session-user.ts').SessionUser>} */
    async readSession(request) {
      return sessionCookieOf(request.headers) ? (await send(request, 'GET', SESSION)).json : { identity: 'none' }
    },

    /** Sends a request to the cart, for the owner of the session. @param {Request} request @param {string} route such as `DELETE /cart/coupon` @param {object} [body] @param {string} [key] @returns {Promise<import('./html.js').Cart>} */
    async sendToCart(request, route, body, key) {
      const { accessToken: token } = await requestToken(request)
      const [method = '', path] = route.split(' ')
      return (await send(request, method, `${STOREFRONT}/2026-01${path}`, { token, body, key })).json
    },

    /** Begins a guest's session where the browser has none, as a link to a cart does: here one without items. The rest of the request uses it. @param {Request} request @returns the new cookie; empty where the browser has a session */
    async beginSession(request) {
      if ((await this.readSession(request)).identity !== 'none') return []
      const response = await ask(request, '/buy/?continue_to=/sepet', { redirect: 'manual' })
      if (response.status === 429) throw problemOf(response, undefined)
      const cookies = response.headers.getSetCookie()
      const cookie = cookies.map(each => each.split(';')[0]).join('; ')
      const isClosed = response.headers.get('location')?.includes('continue=closed')
      if (!sessionCookieOf({ cookie })) throw new Problem(403, isClosed ? 'members_only' : 'unavailable')
      request.headers.cookie = cookie
      return cookies
    },

    /** Lists products on sale. @param {Request} request @param {string | null} after a cursor @returns {Promise<{ data: import('./products.js').Product[], links: { next: string | null } }>} */
    async listProducts(request, after) {
      const query = new URLSearchParams({ 'filter[onSale]': 'true', limit: '24', ...(after !== null && { after }) })
      return (await sendAsShop(request, 'GET', `${ADMIN}/products?${query}`)).json
    },

    /** @param {Request} request @param {string} id @returns {Promise<import('./products.js').Product | undefined>} */
    readProduct: async (request, id) =>
      (await sendAsShop(request, 'GET', `${ADMIN}/products?filter[id]=${id}`)).json.data[0],

    /** Lists the first campaigns. @param {Request} request @returns {Promise<import('./products.js').Campaign[]>} */
    listCampaigns: async request => (await sendAsShop(request, 'GET', `${ADMIN}/campaigns?limit=200`)).json.data,

    /** Lists the coupons that are for the member of the session. @param {Request} request @returns {Promise<import('./coupon.js').MyCoupon[]>} */
    async listCoupons(request) {
      const { accessToken: token } = await requestToken(request)
      return (await send(request, 'GET', `${STOREFRONT}/2026-01/coupons`, { token })).json.data
    },

    /** Logs a customer in. @param {Request} request @param {object} login `customerId`, and whether a guest's cart comes along (`merge`) @returns the new cookie */
    logIn: async (request, login) => (await sendAsShop(request, 'POST', `${SESSION}/login`, login)).cookies,

    /** Ends the session. @param {Request} request @returns the cookie that clears the browser's */
    logOut: async request => (sessionCookieOf(request.headers) ? (await send(request, 'DELETE', SESSION)).cookies : []),

    /** Returns the owner of the session, such as `member:1`. @param {Request} request */
    readSubject: async request => (await requestToken(request)).subject,

    /** Holds the cart of a subject. @param {Request} request @param {string} reference @param {object} body subject and expected totals */
    holdCheckout: (request, reference, body) => sendCheckout(request, 'PUT', reference, body),

    /** Lists the latest orders of a subject. @param {Request} request @param {string} subject @returns {Promise<import('./order-list.js').Order[]>} */
    async listOrders(request, subject) {
      const query = new URLSearchParams({
        'filter[subject]': subject,
        'filter[state]': 'completed,cancelled',
        limit: '20',
      })
      return (await sendAsShop(request, 'GET', `${CHECKOUTS}?${query}`)).json.data
    },

    /** @param {Request} request @param {string} reference */
    readCheckout: (request, reference) => sendCheckout(request, 'GET', reference),

    /** Reports that the order exists. @param {Request} request @param {string} reference */
    completeCheckout: (request, reference) => sendCheckout(request, 'POST', `${reference}/complete`),

    /** Tells what a return would refund. @param {Request} request @param {string} reference @param {ReturnedPieces} lines @returns {Promise<PlannedReturn>} */
    planReturn: async (request, reference, lines) =>
      (await sendAsShop(request, 'POST', `${CHECKOUTS}/${reference}/returns?dryRun=true`, { lines })).json.data,

    /** Reports what comes back. @param {Request} request @param {string} reference @param {ReturnedPieces} lines @param {string} key */
    returnItems: (request, reference, lines, key) =>
      sendAsShop(request, 'POST', `${CHECKOUTS}/${reference}/returns`, { lines }, key),

    /** Releases a held checkout, or cancels a completed one. @param {Request} request @param {string} reference */
    releaseCheckout: (request, reference) => sendCheckout(request, 'DELETE', reference),
  }
}

/** @param {globalThis.Response} response @param {{ code: string, source?: { pointer?: string }, meta?: { items?: unknown } } | undefined} error */
function problemOf({ status, headers }, error) {
  const retryAfter = headers.get('retry-after')
  if (status === 429) return new Problem(429, 'rate_limited', retryAfter)
  if (status >= 500 || !error) return new Problem(503, 'unavailable', retryAfter)
  // A token that acts for the session ends with it, and works no longer when the customer is banned.
  if (status === 401) return new Problem(401, 'session_not_found')
  const pointer = error.code === 'field_invalid' ? error.source?.pointer : undefined
  return new Problem(status, pointer ?? error.code, null, itemsOf(error))
}

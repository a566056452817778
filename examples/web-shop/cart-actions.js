/** What the buttons of the products, the cart and the login do, by their value. */

import { refusedCode } from './coupon.js'
import { Problem } from './sepet.js'

/** @typedef {import('node:http').IncomingMessage} Request */
/** @typedef {(request: Request, form: URLSearchParams, response: import('node:http').ServerResponse) => Promise<unknown>} Action */

/** The id of a product in the path of its page; undefined for any other path. @param {string} path */
export const productIn = path => /^\/urun\/([1-9]\d{0,14})$/.exec(path)?.[1]

/** Creates the actions. @param {ReturnType<typeof import('./sepet.js').createSepet>} sepet @param {(request: Request, form: URLSearchParams) => Promise<string[]>} logIn @returns {Record<string, Action>} */
export function createCartActions(sepet, logIn) {
  return {
    /** Adds an item. The key of the form makes a form that is sent twice one addition. */
    async add(request, form, response) {
      const productId = Number(productIn(URL.parse(request.url ?? '', 'http://shop')?.pathname ?? ''))
      const variantId = Number(form.get('variant') ?? Number.NaN)
      if (Number.isNaN(variantId)) throw new Problem(422, 'choose_variant')
      const quantity = Number(form.get('quantity'))
      const cookies = await sepet.beginSession(request)
      if (cookies.length > 0) response.setHeader('Set-Cookie', cookies)
      const item = { productId, ...(variantId > 0 && { variantId }), quantity }
      await sepet.sendToCart(request, 'POST /cart-items', item, form.get('key') ?? '')
    },
    quantity: (request, form) =>
      sepet.sendToCart(request, `PATCH /cart-items/${itemOf(form)}`, { quantity: Number(form.get('quantity')) }),
    remove: (request, form) => sepet.sendToCart(request, `DELETE /cart-items/${itemOf(form)}`),
    'choose-campaign': (request, form) =>
      sepet.sendToCart(request, 'POST /cart/campaign', { campaignId: Number(form.get('campaign')) }),
    'drop-campaign': request => sepet.sendToCart(request, 'DELETE /cart/campaign'),
    'remove-coupon': request => sepet.sendToCart(request, 'DELETE /cart/coupon'),
    async 'take-coupon'(request, form) {
      const route = 'POST /cart/coupon?fields[carts]=appliedCoupon&fields[cart-items]='
      const cart = await sepet.sendToCart(request, route, { couponCode: form.get('code') ?? '' })
      // A coupon that does not apply is no error of the API. The page shows why a stored one does not.
      const refused = refusedCode(cart)
      if (refused) throw new Problem(422, refused)
    },
    async login(request, form, response) {
      response.setHeader('Set-Cookie', await logIn(request, form))
    },
    async logout(request, _form, response) {
      response.setHeader('Set-Cookie', await sepet.logOut(request))
    },
  }
}

/** The id of a cart line. @param {URLSearchParams} form @throws {Problem} for any other text, which could name another path */
function itemOf(form) {
  const item = form.get('item') ?? ''
  if (!/^[0-9a-f-]{36}$/.test(item)) throw new Problem(404, 'item_not_found')
  return item
}

/** What the buttons of the products, the cart and the login do, by their value. */

import { refusedCode } from './coupon.js'
import { Problem } from './sepet.js'

/** @typedef {import('node:http').IncomingMessage} Request */
/** @typedef {(request: Request, form: URLSearchParams, response: import('node:http').ServerResponse, argument: string) => Promise<unknown>} Action `argument`: what follows the name in the value of the button */

/** The id of a product in the path of its page; undefined for any other path. @param {string} path */
export const productIn = path => /^\/urun\/([1-9]\d{0,14})$/.exec(path)?.[1]

/** What was typed over the quantities that the page showed: a field `<item>/<shown>` has each. @param {URLSearchParams} form */
const typedIn = form =>
  [...form].flatMap(([name, value]) => {
    const [, item, shown] = /^([0-9a-f-]{36})\/(\S+)$/.exec(name) ?? []
    return item && value !== shown ? [{ item, quantity: Number(value) }] : []
  })

/** Creates the actions. @param {ReturnType<typeof import('./sepet.js').createSepet>} sepet @param {(request: Request, form: URLSearchParams) => Promise<string[]>} logIn */
export function createCartActions(sepet, logIn) {
  /** @param {Request} request @param {string} couponCode */
  async function takeCoupon(request, couponCode) {
    const route = 'POST /cart/coupon?fields[carts]=appliedCoupon&fields[cart-items]='
    const cart = await sepet.sendToCart(request, route, { couponCode })
    // A coupon that does not apply is no error of the API. The page shows why a stored one does not.
    const refused = refusedCode(cart)
    if (refused) throw new Problem(422, refused)
  }

  /** Saves the quantities and the code that were typed: the cart is one form, of which every button saves them. @param {Request} request @param {URLSearchParams} form @param {string} [removed] an item that is gone @returns whether there were any */
  async function save(request, form, removed) {
    const typed = typedIn(form).filter(({ item }) => item !== removed)
    const code = form.get('code')
    for (const { item, quantity } of typed) await sepet.sendToCart(request, `PATCH /cart-items/${item}`, { quantity })
    if (code) await takeCoupon(request, code)
    return typed.length > 0 || Boolean(code)
  }

  /** @type {Record<string, Action>} */
  const actions = {
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
    async change() {},
    async 'to-payment'() {},
    remove(request, _form, _response, item) {
      // Any other text could name another path.
      if (!/^[0-9a-f-]{36}$/.test(item)) throw new Problem(404, 'item_not_found')
      return sepet.sendToCart(request, `DELETE /cart-items/${item}`)
    },
    'choose-campaign': (request, _form, _response, id) =>
      sepet.sendToCart(request, 'POST /cart/campaign', { campaignId: Number(id) }),
    'drop-campaign': request => sepet.sendToCart(request, 'DELETE /cart/campaign'),
    'remove-coupon': request => sepet.sendToCart(request, 'DELETE /cart/coupon'),
    async 'take-coupon'(request, form, _response, code) {
      if (code || !form.get('code')) await takeCoupon(request, code)
    },
    async login(request, form, response) {
      response.setHeader('Set-Cookie', await logIn(request, form))
    },
    async logout(request, _form, response) {
      response.setHeader('Set-Cookie', await sepet.logOut(request))
    },
  }
  return { actions, save }
}

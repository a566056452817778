/** The pages that GET requests show, from what Sepet answers. */

import { checkoutPage } from './checkout-page.js'
import { productIn } from './cart-actions.js'
import { policyOf, policyOfPictures } from './html.js'
import { languageOf } from './language.js'
import { seenCookie, whatCame } from './landing.js'
import { placeOf, referenceIn } from './orders.js'
import { cartPage, pageAt } from './page.js'
import { listPage, productPage } from './product-page.js'
import { campaignsOf, hasGroupPrices, showProduct } from './products.js'
import { cancelPage, readPieces, returnPage } from './return-pages.js'
import { Problem } from './sepet.js'

/** @typedef {import('node:http').IncomingMessage} Request */
/** What is sent: a page, or where else it is. @typedef {{ page: string, policy: string, cookie?: string } | { location: string }} View */
/** @typedef {import('./login-form.js').Attempt} Attempt */

/** The paths that a handoff leads to, and those below them. */
const CHECKOUT = /^\/(sepet|odeme|checkout|order|uye-siparisleri)(\/|$)/

/** Creates the views. @param {object} shop @param {ReturnType<typeof import('./sepet.js').createSepet>} shop.sepet @param {ReturnType<typeof import('./orders.js').createOrders>} shop.orders @param {import('./login.js').Login[]} shop.logins @param {(request: Request) => Promise<string>} shop.shopNameOf @param {import('./prices.js').PriceSettings} shop.prices */
export function createViews({ sepet, orders, logins, shopNameOf, prices }) {
  /** What is around a page. @param {Request} request @param {string} path @param {import('./html.js').Shopper} shopper @returns {Promise<import('./html.js').Frame>} */
  async function frameOf(request, path, shopper) {
    const login =
      shopper.identity === 'member' ? logins.find(each => each.customerId === shopper.customerId) : undefined
    const hasScript = request.headers['sec-fetch-dest'] !== 'iframe'
    const name = login?.person ?? login?.name
    return { shop: await shopNameOf(request), path, shopper, name, login: logins.length > 0, hasScript }
  }

  /** Shows the cart or the orders of the session. @param {Request} request @param {URL} url @param {Attempt} [attempt] a refused login @returns {Promise<View>} */
  async function showCart(request, { pathname: path, searchParams }, attempt) {
    const session = await sepet.readSession(request)
    const isOrders = pageAt(path) === 'orders'
    const cart = session.identity === 'none' ? undefined : await explainCoupon(request, session.cart)
    const model = {
      cart,
      orders: cart && isOrders ? await listOrders(request) : [],
      myCoupons: session.identity === 'member' && !isOrders ? await optional(sepet.listCoupons(request), []) : [],
      message: attempt ? null : (searchParams.get('message') ?? linkFailureIn(searchParams)),
      came: cart && !attempt ? whatCame(request.headers, cart) : undefined,
      was: searchParams.get('was'),
      short: searchParams.getAll('short'),
      out: searchParams.getAll('out'),
      attempt,
    }
    const page = cartPage(await frameOf(request, path, session), model, language(request))
    return { page, policy: policyOf(cart), ...(cart && !isOrders && !attempt && { cookie: seenCookie(cart) }) }
  }

  /** Reads why the chosen coupon does not apply, and nothing else: the session's cart does not have it. @param {Request} request @param {import('./html.js').Cart} cart of the session */
  async function explainCoupon(request, cart) {
    if (cart.included.length === 0 || cart.data.attributes.appliedCoupon) return cart
    const answer = await optional(sepet.sendToCart(request, 'GET /cart?fields[carts]=&fields[cart-items]='), undefined)
    const coupon = answer?.data.meta?.coupon
    return coupon ? { ...cart, data: { ...cart.data, meta: { ...cart.data.meta, coupon } } } : cart
  }

  /** The latest orders with their lines. A shop of its own keeps them, and asks Sepet for none. @param {Request} request */
  async function listOrders(request) {
    const listed = await sepet.listOrders(request, await sepet.readSubject(request))
    return Promise.all(listed.map(({ reference }) => sepet.readCheckout(request, reference)))
  }

  /** Shows a payment or an order, what cancels or returns it, or where the page of its state is. @param {Request} request @param {URL} url @returns {Promise<View>} */
  async function showCheckout(request, { pathname: path, searchParams: query }) {
    const checkout = await orders.read(request, referenceIn(path))
    const place = placeOf(checkout)
    const [, deed] = /\/(iade|iptal)$/.exec(path) ?? []
    const isAsking = checkout.state === 'completed' && (deed === 'iptal' || (deed === 'iade' && checkout.cart !== null))
    if (place !== path && !isAsking) return { location: place }
    const { customerId } = checkout
    const shopper = customerId === null ? guest : { identity: /** @type {const} */ ('member'), customerId }
    const frame = await frameOf(request, path, shopper)
    const policy = policyOf(checkout.cart ?? undefined)
    if (!isAsking) return { page: checkoutPage(frame, checkout, query.get('message'), language(request)), policy }
    if (deed === 'iptal') return { page: cancelPage(frame, checkout, language(request)), policy }
    const asked = await planReturn(request, checkout, query)
    return { page: returnPage(frame, checkout, asked, language(request)), policy }
  }

  /** Asks Sepet what the chosen pieces would refund. @param {Request} request @param {import('./orders.js').Checkout} checkout @param {URLSearchParams} query */
  async function planReturn(request, { reference }, query) {
    const pieces = readPieces(query)
    if (query.has('change')) return { pieces }
    if (pieces.length === 0) return { pieces, message: query.size > 0 ? 'choose_pieces' : null }
    try {
      return { pieces, plan: await sepet.planReturn(request, reference, pieces) }
    } catch (error) {
      if (error instanceof Problem && error.status === 422) return { pieces, message: 'return_exceeds' }
      throw error
    }
  }

  /** @param {Request} request @param {URL} url @returns {Promise<View>} */
  async function showProducts(request, { pathname: path, searchParams }) {
    const [session, { data, links }] = await Promise.all([
      sepet.readSession(request),
      sepet.listProducts(request, searchParams.get('after')),
    ])
    const products = data.flatMap(each => showProduct(each, prices, Date.now()) ?? [])
    const after = links.next && new URL(links.next, 'http://sepet').searchParams.get('after')
    const next = after ? String(new URLSearchParams({ after })) : null
    const page = listPage(await frameOf(request, path, session), products, next, language(request))
    return { page, policy: policyOfPictures(products.map(({ cheapest }) => cheapest.image)) }
  }

  /** @param {Request} request @param {URL} url @returns {Promise<View>} */
  async function showOneProduct(request, { pathname: path, searchParams: query }) {
    const [session, product, campaigns] = await Promise.all([
      sepet.readSession(request),
      sepet.readProduct(request, productIn(path) ?? ''),
      optional(sepet.listCampaigns(request), []),
    ])
    const shown = product && showProduct(product, prices, Date.now())
    if (!shown) throw new Problem(404, 'no_such_product')
    const around = {
      campaigns: campaignsOf(shown.product, campaigns, Date.now()).slice(0, 5),
      mayDiffer: session.identity === 'member' && hasGroupPrices(shown.product),
      query,
    }
    const page = productPage(await frameOf(request, path, session), shown, around, language(request))
    return { page, policy: policyOfPictures(shown.items.map(({ image }) => image)) }
  }

  /** @param {string} path @returns {((request: Request, url: URL) => Promise<View>) | undefined} */
  function viewAt(path) {
    if (path === '/') return async () => ({ location: '/urunler' })
    if (path === '/urunler') return showProducts
    if (productIn(path) !== undefined) return showOneProduct
    if (!CHECKOUT.test(path)) return undefined
    return referenceIn(path) === undefined ? showCart : showCheckout
  }

  return { viewAt, showCart }
}

/** @type {import('./html.js').Shopper} */
const guest = { identity: 'guest' }

/** @param {Request} request */
const language = request => languageOf(request.headers['accept-language'])

/** What a page can go without. @template T @template U @param {Promise<T>} answer @param {U} otherwise @returns {Promise<T | U>} */
const optional = (answer, otherwise) =>
  answer.catch(error => {
    if (error instanceof Problem) return otherwise
    throw error
  })

/** Returns the key of the sentence why a link to a cart did not open, to which Sepet adds `continue`; null for any other value. @param {URLSearchParams} query */
function linkFailureIn(query) {
  const failure = query.get('continue') ?? ''
  return ['gone', 'closed', 'unavailable'].includes(failure) ? `link_${failure}` : null
}

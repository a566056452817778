/**
 * An example web shop behind the handoff: it shows the cart of the browser's session, changes it, logs its customer in and out, and
 * reports the order.
 *
 * Settings: PORT (3000), HOST (127.0.0.1), SEPET_URL (http://127.0.0.1:8080), SEPET_ADMIN_TOKEN (scopes `sessions:act checkouts:read
 * checkouts:write`), SHOP_NAME (on every page; without it the host), LOGINS (`email:password:customerId:name,…`, in place of the
 * shop's own login), TRUST_PROXY (0: the number of proxies in front of the web shop, which add the client's address to X-Forwarded-For), ONE_HOST (`1`:
 * serve Sepet's paths too, on this machine only), SEPET_TIMEOUT_SECONDS (5: the time that Sepet has for an answer).
 */

import { createServer } from 'node:http'
import { checkoutPage } from './checkout-page.js'
import { clientAddressOf, readHops } from './client-address.js'
import { refusedCode } from './coupon.js'
import { files } from './files.js'
import { failurePage, policyOf } from './html.js'
import { languageOf } from './language.js'
import { createLogin, readLogins } from './login.js'
import { createOrders, placeOf, referenceIn } from './orders.js'
import { cartPage, pageAt } from './page.js'
import { onceWithoutParent } from './parent.js'
import { forward, isSepets } from './proxy.js'
import { createSepet, Problem, SCOPES } from './sepet.js'
import { createShopName } from './shop-name.js'

/** @typedef {import('node:http').IncomingMessage} Request */
/** @typedef {import('node:http').ServerResponse} Response */

const { PORT = '3000', HOST = '127.0.0.1', SEPET_URL = 'http://127.0.0.1:8080', ONE_HOST, ...secrets } = process.env
const { SEPET_ADMIN_TOKEN: ADMIN = '', LOGINS = '', TRUST_PROXY = '0', SHOP_NAME = '' } = secrets
const { SEPET_TIMEOUT_SECONDS = '5' } = secrets
const HOPS =
  readHops(TRUST_PROXY) ?? exit('TRUST_PROXY must be the number of proxies in front of the web shop, from 0 to 99.')
const TIMEOUT_MS = /^[1-9]\d{0,3}$/.test(SEPET_TIMEOUT_SECONDS)
  ? Number(SEPET_TIMEOUT_SECONDS) * 1_000
  : exit('SEPET_TIMEOUT_SECONDS must be a whole number from 1 to 9999.')
const MAX_BODY_BYTES = 8_192
/** @param {Request} request */
const addressOf = request => clientAddressOf(request, HOPS)
const sepet = createSepet(SEPET_URL, ADMIN, addressOf, TIMEOUT_MS)
const orders = createOrders(sepet)
const logins = readLogins(LOGINS, exit)
const logIn = createLogin(sepet, logins)
const shopNameOf = createShopName({ name: SHOP_NAME, sepet: ONE_HOST ? SEPET_URL : undefined })

/** The paths that a handoff leads to, and those below them. @param {string} path */
const isPage = path => /^\/(sepet|odeme|checkout|order|uye-siparisleri)(\/|$)/.test(path)

/**
 * What the buttons of the cart do, by their value.
 * @type {Record<string, (request: Request, form: URLSearchParams, response: Response) => Promise<unknown>>}
 */
const actions = {
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

/** Returns the key of the sentence why the link of an agent's cart did not open, to which Sepet adds `continue`; null for any other value. @param {URLSearchParams} query */
function linkFailureIn(query) {
  const failure = query.get('continue') ?? ''
  return ['gone', 'closed', 'unavailable'].includes(failure) ? `link_${failure}` : null
}

/** What is around a page. @param {Request} request @param {string} path @param {import('./html.js').Shopper} shopper @returns {Promise<import('./html.js').Frame>} */
async function frameOf(request, path, shopper) {
  const login = shopper.identity === 'member' ? logins.find(each => each.customerId === shopper.customerId) : undefined
  return { shop: await shopNameOf(request), path, shopper, name: login?.person ?? login?.name }
}

/**
 * Shows the cart or the orders of the session.
 * @param {Request} request
 * @param {Response} response
 * @param {URL} url
 * @param {import('./login-form.js').Attempt} [attempt] a refused login
 */
async function show(request, response, { pathname: path, searchParams }, attempt) {
  const session = await sepet.readSession(request)
  const hasSession = session.identity !== 'none'
  const language = languageOf(request.headers['accept-language'])
  const cart = hasSession ? await explainCoupon(request, session.cart) : undefined
  const isOrders = pageAt(path) === 'orders'
  const orders = hasSession && isOrders ? await listOrders(request) : []
  const myCoupons = session.identity === 'member' && !isOrders ? await listCoupons(request) : []
  const message = searchParams.get('message') ?? linkFailureIn(searchParams)
  const named = { was: searchParams.get('was'), short: searchParams.getAll('short'), out: searchParams.getAll('out') }
  const model = {
    cart,
    orders,
    myCoupons,
    message: attempt ? null : message,
    ...named,
    attempt,
    hasLogin: logins.length > 0,
  }
  const page = cartPage(await frameOf(request, path, session), model, language)
  const headers = { 'Content-Security-Policy': policyOf(cart), 'Content-Language': language }
  send(response, attempt ? 422 : 200, page, headers)
}

/**
 * Reads why the chosen coupon does not apply, and nothing else: the session's cart does not have it. Without an answer the page goes without it.
 * @param {Request} request
 * @param {import('./html.js').Cart} cart of the session
 * @returns {Promise<import('./html.js').Cart>}
 */
async function explainCoupon(request, cart) {
  if (cart.included.length === 0 || cart.data.attributes.appliedCoupon) return cart
  try {
    const { data } = await sepet.sendToCart(request, 'GET /cart?fields[carts]=&fields[cart-items]=')
    const coupon = data.meta?.coupon
    return coupon ? { ...cart, data: { ...cart.data, meta: { ...cart.data.meta, coupon } } } : cart
  } catch (error) {
    if (error instanceof Problem) return cart
    throw error
  }
}

/** Lists the coupons of the member; without an answer the page goes without them. @param {Request} request */
const listCoupons = request =>
  sepet.listCoupons(request).catch(error => {
    if (error instanceof Problem) return []
    throw error
  })

/** @param {Request} request */
const listOrders = async request => sepet.listOrders(request, await sepet.readSubject(request))

/** Shows a payment or an order, or redirects to the page of its state. @param {Request} request @param {Response} response @param {URL} url */
async function showCheckout(request, response, { pathname: path }) {
  const checkout = await orders.read(request, referenceIn(path))
  const place = placeOf(checkout)
  if (place !== path) return void response.writeHead(303, { Location: place }).end()
  const language = languageOf(request.headers['accept-language'])
  const headers = { 'Content-Security-Policy': policyOf(checkout.cart ?? undefined), 'Content-Language': language }
  const { customerId } = checkout
  const frame = await frameOf(
    request,
    path,
    customerId === null ? { identity: 'guest' } : { identity: 'member', customerId },
  )
  send(response, 200, checkoutPage(frame, checkout, language), headers)
}

/**
 * Does what a form asks for, and redirects to the next page (303). A refused login shows the page with what was typed: an address must not
 * have it.
 * @param {Request} request @param {Response} response @param {URL} url
 */
async function change(request, response, url) {
  const { pathname } = url
  if (!isOwnForm(request.headers)) throw new Problem(403, 'foreign')
  const form = new URLSearchParams(await readBody(request))
  try {
    response.writeHead(303, { Location: await act(request, form, response, pathname) }).end()
  } catch (error) {
    const isFinal = !(error instanceof Problem) || error.status === 429 || error.status >= 500
    if (isFinal || referenceIn(pathname) !== undefined) throw error
    const name = form.get('name') ?? ''
    if (form.get('do') === 'login')
      return show(request, response, url, { message: error.key, name, merge: form.get('merge') })
    const query = new URLSearchParams({ message: error.key })
    if (error.key === 'cart_changed') query.set('was', form.get('grandTotal') ?? '')
    for (const [name, text] of error.items) query.append(name, text)
    response.writeHead(303, { Location: `${pathname}?${query}${partOf(form)}` }).end()
  }
}

/** The part of the page that a form belongs to, so that the browser shows it again. @param {URLSearchParams} form */
const partOf = form => (form.get('do')?.endsWith('-coupon') ? '#coupon' : '')

/** Runs the action of a button. @param {Request} request @param {URLSearchParams} form @param {Response} response @param {string} path @returns the path of the next page */
async function act(request, form, response, path) {
  const name = form.get('do') ?? ''
  const order = Object.hasOwn(orders.actions, name) ? orders.actions[name] : undefined
  if (order) return order(request, form, referenceIn(path))
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (!action) throw new Problem(422, 'refused')
  await action(request, form, response)
  return `${path}${partOf(form)}`
}

/**
 * Whether a form was sent by a page of this host: browsers send `Sec-Fetch-Site` on https and localhost, and `Origin` with every POST.
 * @param {Request['headers']} headers
 */
function isOwnForm({ 'sec-fetch-site': site, origin = '', host }) {
  return site === undefined ? URL.parse(origin)?.host === host : site === 'same-origin'
}

/** @param {Request} request @throws {Problem} 413 above 8 kB */
async function readBody(request) {
  /** @type {Buffer[]} */
  const chunks = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) throw new Problem(413, 'too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** The id of a cart line. @param {URLSearchParams} form @throws {Problem} for any other text, which could name another path */
function itemOf(form) {
  const item = form.get('item') ?? ''
  if (!/^[0-9a-f-]{36}$/.test(item)) throw new Problem(404, 'item_not_found')
  return item
}

/** Ends the process with a message. @param {string} message @returns {never} */
function exit(message) {
  console.error(message)
  process.exit(1)
}

/** Sends a page. @param {Response} response @param {number} status @param {string} page @param {Record<string, string>} [headers] */
function send(response, status, page, headers = {}) {
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', ...headers }).end(page)
}

/** Sends a page about a failure; an error that is no Problem is logged by its name alone. @param {Request} request @param {Response} response @param {unknown} error */
async function fail(request, response, error) {
  if (response.destroyed) return
  const isProblem = error instanceof Problem
  if (!isProblem) console.error(`A request failed: ${error instanceof Error ? error.name : 'unknown error'}`)
  const { status, key, retryAfter } = isProblem ? error : new Problem(500, 'unavailable')
  const language = languageOf(request.headers['accept-language'])
  const { pathname = '' } = URL.parse(request.url ?? '', 'http://shop') ?? {}
  const again = status !== 404 && referenceIn(pathname) !== undefined ? pathname : undefined
  const page = failurePage(key, language, await shopNameOf(request), again)
  if (response.destroyed) return
  send(response, status, page, {
    'Content-Security-Policy': policyOf(),
    'Content-Language': language,
    ...(retryAfter !== null && { 'Retry-After': retryAfter }),
    ...(status === 413 && { Connection: 'close' }),
    ...(status === 405 && { Allow: 'GET, HEAD, POST' }),
  })
}

/** Answers a request. @param {Request} request @param {Response} response @throws {Problem} */
async function handle(request, response) {
  if (ONE_HOST && isSepets(request.url ?? '')) return forward(SEPET_URL, request, response, addressOf(request))
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('X-Content-Type-Options', 'nosniff')
  // Not no-referrer: browsers would send `Origin: null` with the forms.
  response.setHeader('Referrer-Policy', 'same-origin')
  const url = URL.parse(request.url ?? '', 'http://shop')
  if (!url) throw new Problem(404, 'not_found')
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const file = isRead ? files.get(url.pathname) : undefined
  if (file) return response.writeHead(200, { 'Content-Type': file.type, 'Cache-Control': 'max-age=60' }).end(file.body)
  if (!isPage(url.pathname)) throw new Problem(404, 'not_found')
  if (isRead)
    return referenceIn(url.pathname) === undefined ? show(request, response, url) : showCheckout(request, response, url)
  if (request.method === 'POST') return change(request, response, url)
  throw new Problem(405, 'not_found')
}

if (!ADMIN) exit(`SEPET_ADMIN_TOKEN must be an admin token with the scopes ${SCOPES}.`)
const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, response) => {
  handle(request, response).catch(error => fail(request, response, error))
})
server.on('error', error => exit(`The web shop cannot listen on port ${PORT}: ${error.message}.`))
// The playground, which asks for no password, must not be reachable from another machine.
server.listen(Number(PORT), ONE_HOST ? '127.0.0.1' : HOST, () => console.log(`The web shop listens on port ${PORT}.`))
const STOP_MS = 2_000
/** Ends the connections that are idle, and after two seconds those on which a browser goes on asking. */
const stop = () => {
  server.close().closeIdleConnections()
  setTimeout(() => server.closeAllConnections(), STOP_MS).unref()
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
onceWithoutParent(stop)

/**
 * An example web shop behind the handoff: it shows the cart of the browser's session, changes it, logs its customer in and out, and
 * reports the order.
 *
 * Settings: PORT (3000), HOST (127.0.0.1), SEPET_URL (http://127.0.0.1:8080), SEPET_ADMIN_TOKEN (scopes `sessions:act checkouts:read
 * checkouts:write`), LOGINS (`name:password:customerId,…`, in place of the shop's own login), TRUST_PROXY (0: the number of proxies in
 * front of the web shop, which add the client's address to X-Forwarded-For), ONE_HOST (`1`: serve Sepet's paths too, on this machine only).
 */

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { checkoutPage } from './checkout-page.js'
import { clientAddressOf, readHops } from './client-address.js'
import { failurePage, policyOf } from './html.js'
import { createLogin, readLogins } from './login.js'
import { createOrders, placeOf, referenceIn } from './orders.js'
import { cartPage } from './page.js'
import { forward, isSepets } from './proxy.js'
import { createSepet, Problem, SCOPES } from './sepet.js'
import { writeItems } from './stock.js'
import { languageOf } from './texts.js'

/** @typedef {import('node:http').IncomingMessage} Request */
/** @typedef {import('node:http').ServerResponse} Response */

const { PORT = '3000', HOST = '127.0.0.1', SEPET_URL = 'http://127.0.0.1:8080', ONE_HOST, ...secrets } = process.env
const { SEPET_ADMIN_TOKEN: ADMIN = '', LOGINS = '', TRUST_PROXY = '0' } = secrets
const HOPS =
  readHops(TRUST_PROXY) ?? exit('TRUST_PROXY must be the number of proxies in front of the web shop, from 0 to 99.')
const MAX_BODY_BYTES = 8_192
const STYLES = readFileSync(new URL('web-shop.css', import.meta.url))
/** @param {Request} request */
const addressOf = request => clientAddressOf(request, HOPS)
const sepet = createSepet(SEPET_URL, ADMIN, addressOf)
const orders = createOrders(sepet)
const logins = readLogins(LOGINS, exit)
const logIn = createLogin(sepet, logins)

/** The paths that a handoff leads to, and those below them. @param {string} path */
const isPage = path => /^\/(sepet|odeme|checkout|order|uye-siparisleri)(\/|$)/.test(path)

/**
 * What the buttons of the cart do, by their value.
 * @type {Record<string, (request: Request, form: URLSearchParams, response: Response) => Promise<unknown>>}
 */
const actions = {
  quantity: (request, form) =>
    sepet.changeCart(request, `PATCH /cart-items/${itemOf(form)}`, { quantity: Number(form.get('quantity')) }),
  remove: (request, form) => sepet.changeCart(request, `DELETE /cart-items/${itemOf(form)}`),
  'choose-campaign': (request, form) =>
    sepet.changeCart(request, 'POST /cart/campaign', { campaignId: Number(form.get('campaign')) }),
  'drop-campaign': request => sepet.changeCart(request, 'DELETE /cart/campaign'),
  'remove-coupon': request => sepet.changeCart(request, 'DELETE /cart/coupon'),
  async 'take-coupon'(request, form) {
    const cart = await sepet.changeCart(request, 'POST /cart/coupon', { couponCode: form.get('code') ?? '' })
    // A coupon that does not apply is no error of the API.
    if (!cart.data.attributes.appliedCoupon) throw new Problem(422, 'coupon')
  },
  async login(request, form, response) {
    response.setHeader('Set-Cookie', await logIn(request, form))
  },
  async logout(request, _form, response) {
    response.setHeader('Set-Cookie', await sepet.logOut(request))
  },
}

/** Shows the cart of the session. @param {Request} request @param {Response} response @param {URL} url */
async function show(request, response, { pathname: path, searchParams }) {
  const session = await sepet.readSession(request)
  const language = languageOf(request.headers['accept-language'])
  const [message, was, short] = [searchParams.get('message'), searchParams.get('was'), searchParams.getAll('short')]
  const page = cartPage({ path, session, message, was, short, hasLogin: logins.length > 0 }, language)
  const policy = policyOf(session.identity === 'none' ? undefined : session.cart)
  send(response, 200, page, { 'Content-Security-Policy': policy, 'Content-Language': language })
}

/** Shows a payment or an order, or redirects to the page of its state. @param {Request} request @param {Response} response @param {URL} url */
async function showCheckout(request, response, { pathname: path }) {
  const checkout = await orders.read(request, referenceIn(path))
  const place = placeOf(checkout)
  if (place !== path) return void response.writeHead(303, { Location: place }).end()
  const language = languageOf(request.headers['accept-language'])
  const headers = { 'Content-Security-Policy': policyOf(checkout.cart ?? undefined), 'Content-Language': language }
  send(response, 200, checkoutPage(checkout, language), headers)
}

/** Does what a form asks for, and redirects to the next page (303). @param {Request} request @param {Response} response @param {URL} url */
async function change(request, response, { pathname }) {
  if (!isOwnForm(request.headers)) throw new Problem(403, 'foreign')
  const form = new URLSearchParams(await readBody(request))
  try {
    response.writeHead(303, { Location: await act(request, form, response, pathname) }).end()
  } catch (error) {
    const isFinal = !(error instanceof Problem) || error.status === 429 || error.status >= 500
    if (isFinal || referenceIn(pathname) !== undefined) throw error
    const query = new URLSearchParams({ message: error.key })
    if (error.key === 'cart_changed') query.set('was', form.get('grandTotal') ?? '')
    for (const item of writeItems(error.items)) query.append('short', item)
    response.writeHead(303, { Location: `${pathname}?${query}` }).end()
  }
}

/** Runs the action of a button. @param {Request} request @param {URLSearchParams} form @param {Response} response @param {string} path @returns the path of the next page */
async function act(request, form, response, path) {
  const name = form.get('do') ?? ''
  const order = Object.hasOwn(orders.actions, name) ? orders.actions[name] : undefined
  if (order) return order(request, form, referenceIn(path))
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (!action) throw new Problem(422, 'refused')
  await action(request, form, response)
  return path
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
function fail(request, response, error) {
  if (response.destroyed) return
  const isProblem = error instanceof Problem
  if (!isProblem) console.error(`A request failed: ${error instanceof Error ? error.name : 'unknown error'}`)
  const { status, key, retryAfter } = isProblem ? error : new Problem(500, 'unavailable')
  const language = languageOf(request.headers['accept-language'])
  const { pathname = '' } = URL.parse(request.url ?? '', 'http://shop') ?? {}
  const again = status !== 404 && referenceIn(pathname) !== undefined ? pathname : undefined
  send(response, status, failurePage(key, language, again), {
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
  if (isRead && url.pathname === '/web-shop.css') return response.setHeader('Content-Type', 'text/css').end(STYLES)
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
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.close().closeIdleConnections())

/**
 * An example web shop: it shows the products, and the cart of the browser's session; changes it, logs its customer in and out, reports the order, cancels it and takes its items back.
 *
 * Settings: PORT (3000), HOST (127.0.0.1), SEPET_URL (http://127.0.0.1:8080), SEPET_ADMIN_TOKEN (scopes `sessions:act checkouts:read
 * checkouts:write catalogue:read promotions:read`), CURRENCY (TRY), DECIMAL_PLACES (2) and PRICES_INCLUDE_VAT (`1`), as the shop's settings in Sepet have them, SHOP_NAME (on every page; without it the host), LOGINS (`email:password:customerId:name,…`, in place of the
 * shop's own login), TRUST_PROXY (0: the number of proxies in front of the web shop, which add the client's address to X-Forwarded-For), ONE_HOST (`1`: serve Sepet's paths too, on this machine only), SEPET_TIMEOUT_SECONDS (5: the time that Sepet has for an answer).
 */

import { createServer } from 'node:http'
import { createCartActions, productIn } from './cart-actions.js'
import { clientAddressOf, readHops } from './client-address.js'
import { failurePage } from './failure-page.js'
import { files, OFFLINE } from './files.js'
import { policyOf } from './html.js'
import { languageOf } from './language.js'
import { createLogin, readLogins } from './login.js'
import { createOrders, referenceIn } from './orders.js'
import { createSepet, Problem, SCOPES } from './sepet.js'
import { createViews } from './views.js'

/** @typedef {import('node:http').IncomingMessage} Request */
/** @typedef {import('node:http').ServerResponse} Response */

const { PORT = '3000', HOST = '127.0.0.1', SEPET_URL = 'http://127.0.0.1:8080', ONE_HOST, ...secrets } = process.env
const { SEPET_ADMIN_TOKEN: ADMIN = '', LOGINS = '', TRUST_PROXY = '0', SHOP_NAME = '' } = secrets
const { SEPET_TIMEOUT_SECONDS = '5', CURRENCY = 'TRY', DECIMAL_PLACES = '2', PRICES_INCLUDE_VAT = '' } = secrets
const HOPS =
  readHops(TRUST_PROXY) ?? exit('TRUST_PROXY must be the number of proxies in front of the web shop, from 0 to 99.')
const TIMEOUT_MS = /^[1-9]\d{0,3}$/.test(SEPET_TIMEOUT_SECONDS)
  ? Number(SEPET_TIMEOUT_SECONDS) * 1_000
  : exit('SEPET_TIMEOUT_SECONDS must be a whole number from 1 to 9999.')
if (!/^[0-4]$/.test(DECIMAL_PLACES)) exit('DECIMAL_PLACES must be a whole number from 0 to 4.')
const prices = {
  currencyCode: CURRENCY,
  decimalPlaces: Number(DECIMAL_PLACES),
  pricesIncludeVat: PRICES_INCLUDE_VAT === '1',
}
const MAX_BODY_BYTES = 65_536
/** @param {Request} request */
const addressOf = request => clientAddressOf(request, HOPS)
const sepet = createSepet(SEPET_URL, ADMIN, addressOf, TIMEOUT_MS)
const orders = createOrders(sepet)
const logins = readLogins(LOGINS, exit)
const { actions, save } = createCartActions(sepet, createLogin(sepet, logins))
/** On a developer's machine the web shop serves Sepet's paths, too. */
const oneHost = ONE_HOST ? await import('../one-host/one-host.js') : undefined
const nameInSepet = oneHost?.createShopName(SEPET_URL)
/** @param {Request} request */
const shopNameOf = async request =>
  SHOP_NAME || (await nameInSepet?.(request)) || (URL.parse(`http://${request.headers.host}`)?.hostname ?? '')
const { viewAt, showCart } = createViews({ sepet, orders, logins, shopNameOf, prices })

/** Sends what a view shows. @param {Request} request @param {Response} response @param {import('./views.js').View} view @param {number} [status] */
function sendView(request, response, view, status = 200) {
  if ('location' in view) return void response.writeHead(303, { Location: view.location }).end()
  send(response, status, view.page, {
    'Content-Security-Policy': view.policy,
    'Content-Language': languageOf(request.headers['accept-language']),
    ...(view.cookie !== undefined && { 'Set-Cookie': view.cookie }),
  })
}

/** Does what a form asks for, and redirects to the next page (303). A refused login shows the page with what was typed: an address must not have it. @param {Request} request @param {Response} response @param {URL} url @param {URLSearchParams} form */
async function change(request, response, url, form) {
  const { pathname } = url
  try {
    response.writeHead(303, { Location: await act(request, form, response, pathname) }).end()
  } catch (error) {
    const isFinal = !(error instanceof Problem) || error.status === 429 || error.status >= 500
    if (isFinal || referenceIn(pathname) !== undefined) throw error
    const name = form.get('name') ?? ''
    if (form.get('do') === 'login') {
      const attempt = { message: error.key, name, merge: form.get('merge') }
      return sendView(request, response, await showCart(request, url, attempt), 422)
    }
    const query = new URLSearchParams({ message: error.key })
    if (error.key === 'cart_changed') query.set('was', form.get('grandTotal') ?? '')
    for (const [name, text] of [...error.items, ...chosenIn(form, pathname)]) query.append(name, text)
    response.writeHead(303, { Location: `${pathname}?${query}${partOf(form)}` }).end()
  }
}

/** The part of the page that a form belongs to, so that the browser shows it again. @param {URLSearchParams} form */
const partOf = form => (form.get('code') || form.get('do')?.includes('-coupon') ? '#coupon' : '')

/** What was chosen on the page of a product. @param {URLSearchParams} form @param {string} path @returns {[name: string, text: string][]} */
const chosenIn = (form, path) =>
  productIn(path) === undefined ? [] : ['variant', 'quantity'].map(name => [name, (form.get(name) ?? '').slice(0, 20)])

/** Runs the action of a button. @param {Request} request @param {URLSearchParams} form @param {Response} response @param {string} path @returns the path of the next page */
async function act(request, form, response, path) {
  const [, name = '', argument = ''] = /^([a-z-]*) ?(.*)$/.exec(form.get('do') ?? '') ?? []
  // The shopper has not seen the total of what was typed.
  if (name === 'pay' && (await save(request, form))) throw new Problem(422, 'cart_saved')
  const order = Object.hasOwn(orders.actions, name) ? orders.actions[name] : undefined
  if (order) return order(request, form, referenceIn(path))
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (!action || (name === 'add') !== (productIn(path) !== undefined)) throw new Problem(422, 'refused')
  await action(request, form, response, argument)
  await save(request, form, argument)
  if (name === 'add') return `${path}?message=added`
  return name === 'to-payment' ? '/odeme' : `${path}${partOf(form)}`
}

/** Whether a form was sent by a page of this host: browsers send `Sec-Fetch-Site` on https and localhost, and `Origin` with every POST. @param {Request['headers']} headers */
function isOwnForm({ 'sec-fetch-site': site, origin = '', host }) {
  return site === undefined ? URL.parse(origin)?.host === host : site === 'same-origin'
}

/** @param {Request} request @throws {Problem} 413 above 64 kB */
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

/** Ends the process with a message. @param {string} message @returns {never} */
function exit(message) {
  console.error(message)
  process.exit(1)
}

/** Sends a page. @param {Response} response @param {number} status @param {string} page @param {Record<string, string>} [headers] */
function send(response, status, page, headers = {}) {
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', ...headers }).end(page)
}

/** Sends a page about a failure, with the form that was sent. @param {Request} request @param {Response} response @param {unknown} error @param {URLSearchParams} [form] */
async function fail(request, response, error, form) {
  if (response.destroyed) return
  const { status, key, retryAfter } = error instanceof Problem ? error : unexpected(error)
  const language = languageOf(request.headers['accept-language'])
  const { pathname: path = '' } = URL.parse(request.url ?? '', 'http://shop') ?? {}
  const isKept = form && (status === 429 || status >= 500)
  const again = isKept ? { path, form } : status !== 404 && viewAt(path) ? { path } : undefined
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

/** An error that is no Problem is logged by its name alone. @param {unknown} error */
function unexpected(error) {
  console.error(`A request failed: ${error instanceof Error ? error.name : 'unknown error'}`)
  return new Problem(500, 'unavailable')
}

/** Answers a request. @param {Request} request @param {Response} response @throws {Problem} */
async function handle(request, response) {
  if (oneHost?.isSepets(request.url ?? '')) return oneHost.forward(SEPET_URL, request, response, addressOf(request))
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('X-Content-Type-Options', 'nosniff')
  // Not no-referrer: browsers would send `Origin: null` with the forms.
  response.setHeader('Referrer-Policy', 'same-origin')
  const url = URL.parse(request.url ?? '', 'http://shop')
  if (!url) throw new Problem(404, 'not_found')
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const file = isRead ? files.get(url.pathname) : undefined
  if (file) return response.writeHead(200, { 'Content-Type': file.type, 'Cache-Control': 'max-age=60' }).end(file.body)
  if (isRead && url.pathname === OFFLINE) return fail(request, response, new Problem(200, 'offline'))
  const view = viewAt(url.pathname)
  if (!view) throw new Problem(404, 'not_found')
  if (isRead) return sendView(request, response, await view(request, url))
  if (request.method !== 'POST') throw new Problem(405, 'not_found')
  if (!isOwnForm(request.headers)) throw new Problem(403, 'foreign')
  const form = new URLSearchParams(await readBody(request))
  await change(request, response, url, form).catch(error => fail(request, response, error, form))
}

if (!ADMIN) exit(`SEPET_ADMIN_TOKEN must be an admin token with the scopes ${SCOPES}.`)
const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, response) => {
  handle(request, response).catch(error => fail(request, response, error))
})
server.on('error', error => exit(`The web shop cannot listen on port ${PORT}: ${error.message}.`))
// The playground, which asks for no password, must not be reachable from another machine.
server.listen(Number(PORT), ONE_HOST ? '127.0.0.1' : HOST, () => console.log(`The web shop listens on port ${PORT}.`))
/** Ends the connections that are idle, and after two seconds those on which a browser goes on asking. */
const stop = () => {
  server.close().closeIdleConnections()
  setTimeout(() => server.closeAllConnections(), 2_000).unref()
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
oneHost?.onceWithoutParent(stop)

/**
 * An example job: prints a mail for each member whose cart changed between two days and one day ago and not since, with a link that brings its products back on
 * any device. `node examples/abandoned-carts.js`, once a day.
 *
 * Settings: SEPET_URL (http://127.0.0.1:8080), SEPET_ADMIN_TOKEN (scopes `carts:read carts:write customers:read`).
 *
 * A mail is only for who has agreed to it: that the customer's `emailNotification` is such a consent is for the shop to ensure. Guests have no address here.
 */

const { SEPET_URL = 'http://127.0.0.1:8080', SEPET_ADMIN_TOKEN: TOKEN = '' } = process.env
const HOUR_MS = 3_600_000
/** The last change is up to ten minutes later than `changedAt`. */
const COARSENESS_MS = 600_000

/** @typedef {{ subject: string, customerId: number }} LeftCart */
/** @typedef {{ name: string | null, email: string, status: string, emailNotification: boolean }} Customer */

/** Sends a request; null where the record does not exist any more, or the cart has nothing for a link. @param {string} method @param {string} path @param {object} [body] @returns {Promise<any>} */
async function ask(method, path, body) {
  const response = await fetch(`${SEPET_URL}/api/v3/admin${path}`, {
    method,
    redirect: 'error',
    signal: AbortSignal.timeout(30_000),
    headers: { Authorization: `Bearer ${TOKEN}`, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (response.status === 404 || response.status === 422) return null
  if (!response.ok) throw new Error(`Sepet answers ${response.status} to ${method} ${path.split('?')[0]}.`)
  return response.json()
}

/** Reads the carts of members that have rested for a day, and not for two. @param {number} now milliseconds @returns {AsyncGenerator<LeftCart>} */
async function* leftCarts(now) {
  const until = now - 24 * HOUR_MS - COARSENESS_MS
  let query = `?${new URLSearchParams({
    'filter[kind]': 'member',
    'filter[changedAfter]': new Date(until - 24 * HOUR_MS).toISOString(),
    'filter[changedBefore]': new Date(until).toISOString(),
  })}`
  while (query) {
    const page = await ask('GET', `/carts${query}`)
    yield* page.data
    query = page.links.next ? new URL(page.links.next).search : ''
  }
}

/** The mail, in the languages of the shop's pages. @param {Customer} customer @param {string} url @returns what your mail program would send */
const mailFor = ({ name, email }, url) => `To: ${email}

Merhaba${name ? ` ${name}` : ''},
sepetiniz sizi bekliyor: ${url}

Hello${name ? ` ${name}` : ''},
your cart is waiting for you: ${url}
`

try {
  for await (const { subject, customerId } of leftCarts(Date.now())) {
    const customer = (await ask('GET', `/customers/${customerId}`))?.data
    if (customer?.status !== 'active' || !customer.emailNotification) continue
    const coupon = (await ask('GET', `/carts/${subject}`))?.data.coupon
    const link = (await ask('POST', '/cart-links', { subject, ...(coupon && { couponCode: coupon.code }) }))?.data
    if (link) console.log(mailFor(customer, link.url))
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : 'unknown error')
  process.exitCode = 1
}

/** What a shopper finds in the cart who comes from elsewhere: from the app, an agent's link or a mail. A cookie has what the cart held when it was last shown. */

const NAME = 'web_shop_seen'

/** @typedef {import('./html.js').AnyCart} Cart */
/** `isFirst`: the browser has not seen a cart before. @typedef {{ lines: number, isFirst: boolean }} Came */

/** Returns what is new in the cart of a shopper who comes from elsewhere; undefined for who goes from page to page. @param {import('node:http').IncomingHttpHeaders} headers @param {Cart} cart @returns {Came | undefined} */
export function whatCame({ 'sec-fetch-site': from = 'same-origin', cookie = '' }, { included }) {
  if (from === 'same-origin') return undefined
  const [, text] = new RegExp(`(?:^|; *)${NAME}=([0-9a-f.:]*)`).exec(cookie) ?? []
  if (text === undefined) return { lines: included.length, isFirst: true }
  const seen = new Map(
    text.split('.').map(each => /** @type {[string, number]} */ ([each.slice(0, 8), Number(each.slice(9))])),
  )
  const lines = included.filter(({ id, attributes }) => attributes.quantity > (seen.get(id.slice(0, 8)) ?? 0)).length
  return { lines, isFirst: false }
}

/** The cookie about a cart that is shown: the beginnings of the ids of its first lines, with their quantities. @param {Cart} cart */
export function seenCookie({ included }) {
  const lines = included.slice(0, 100).map(({ id, attributes }) => `${id.slice(0, 8)}:${attributes.quantity}`)
  return `${NAME}=${lines.join('.')}; Path=/; HttpOnly; SameSite=Lax`
}

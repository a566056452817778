/** The cart that was looked at last, on its own page or in a preview: the next preview begins with it. */

let last = ''

/** What names the cart, such as `member:42` or an email; empty before any was looked at. */
export function lastCart() {
  return last
}

/** Remembers a cart until the office is loaded again. @param {string} cart */
export function rememberCart(cart) {
  last = cart
}

/** Shortens tokens in the request log, so that a screenshot of the page contains no usable token. */

/** A JSON Web Token: three base64url parts, of which the first begins with `{"`. */
const TOKEN = /eyJ[\w-]*\.[\w-]*\.[\w-]*/g

/** Replaces every token by its first six and its last four characters. @param {string} text */
export function shortenTokens(text) {
  return text.replace(TOKEN, token => `${token.slice(0, 6)}…${token.slice(-4)}`)
}

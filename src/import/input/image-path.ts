/** Pictures of products: absolute http(s) URLs, or paths below the shop's `imageBaseUrl`. */

const NOWHERE = 'http://nowhere.invalid'

/** What RFC 9110 section 4.1 asks every recipient of an address to support. */
export const IMAGE_MAX_LENGTH = 8_000

/** The picture as a URL writes it (`/p/çay.jpg` becomes `/p/%C3%A7ay.jpg`); null when it is neither URL nor path, or too long. */
export function normaliseImage(text: string): string | null {
  if (text.length > IMAGE_MAX_LENGTH) return null
  if (URL.canParse(text)) {
    const url = new URL(text)
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null
  }
  const path = text.trim()
  if (path === '' || /^[?#]/.test(path) || !URL.canParse(path, NOWHERE)) return null
  const url = new URL(path, NOWHERE)
  if (url.origin !== NOWHERE) return null
  const whole = url.pathname + url.search + url.hash
  return /^[/\\]/.test(path) ? whole : whole.slice(1)
}

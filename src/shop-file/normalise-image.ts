/** Product images: absolute http(s) URLs, or paths relative to the shop's `imageBaseUrl`. */

const NOWHERE = 'http://nowhere.invalid'

/** Maximum length in characters: RFC 9110 section 4.1 recommends that every recipient supports URIs of 8,000 octets. */
export const IMAGE_MAX_LENGTH = 8_000

/**
 * Percent-encodes an image URL or path: `/p/çay.jpg` becomes `/p/%C3%A7ay.jpg`.
 * @returns null when the text is neither an http(s) URL nor a path, or is too long
 */
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

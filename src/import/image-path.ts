/** Pictures of products: absolute http(s) URLs, or paths below the shop's `imageBaseUrl`. */

const NOWHERE = 'http://nowhere.invalid'

/** The picture as a URL writes it (`/p/çay.jpg` becomes `/p/%C3%A7ay.jpg`); null when it is neither URL nor path. */
export function normaliseImage(text: string): string | null {
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

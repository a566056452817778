/** Addresses of pages that the router cannot decode, such as `/office/coupons/%FF`, a link that was cut: the office has a page for them. */

const BELOW_OFFICE = /^\/office\/(?!api\/)/

/** Whether a request target is below `/office/`, outside its API, and its path is no percent-encoded UTF-8. */
export function isUndecodablePage(target: string): boolean {
  if (!BELOW_OFFICE.test(target)) return false
  const [path = ''] = target.split(/[?#]/)
  try {
    decodeURIComponent(path)
    return false
  } catch {
    return true
  }
}

/** Returns the target as the router can decode it, which leads to the pages of the office. */
export function decodable(target: string): string {
  return target.replaceAll('%', '%25')
}

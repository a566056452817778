/** Where a link that anybody has written leads to: a path of the same site, however it is written. */

/** A site that no link leads to: a path is resolved against it. */
const SITE = 'https://shop.invalid'
const MAX_LENGTH = 2048
/** Blanks, control characters and backslashes. */
const UNSAFE = /[\s\p{Cc}\\]/u
/** A scheme with an authority. */
const ABSOLUTE = /[a-z][a-z0-9+.-]*:\/\//iu

/**
 * Returns the canonical form of a path with a query and fragment.
 * @param wanted percent-decoded once; an absolute URL of `origin` counts as its path
 * @param origin of the shop, such as `https://shop.example.com`
 * @param parameters are added to its query
 * @returns undefined without one, and for anything that could lead elsewhere
 */
export function chooseDestination(
  wanted: string | undefined,
  origin: string,
  parameters: readonly (readonly [string, string])[] = [],
): string | undefined {
  if (wanted === undefined || wanted.length > MAX_LENGTH) return undefined
  const path = wanted.startsWith(`${origin}/`) ? wanted.slice(origin.length) : wanted
  if (!path.startsWith('/') || path.startsWith('//') || UNSAFE.test(path) || ABSOLUTE.test(path)) return undefined
  const url = URL.parse(path, SITE)
  if (url?.origin !== SITE || url.pathname.startsWith('//')) return undefined
  for (const [name, value] of parameters) if (!url.searchParams.has(name)) url.searchParams.append(name, value)
  return url.href.slice(SITE.length)
}

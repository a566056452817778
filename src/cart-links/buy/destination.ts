/** Where a link that anybody has written leads to: a path of the same site, however it is written. */

/** A site that no link leads to: a path is resolved against it. */
const SITE = 'https://shop.invalid'
const MAX_LENGTH = 2048
/** Blanks, control characters and backslashes, and a scheme with an authority. */
const UNSAFE = /[\s\p{Cc}\\]|[a-z][a-z0-9+.-]*:\/\//iu

/**
 * Returns the canonical form of a path with a query and fragment.
 * @param wanted percent-decoded once
 * @param parameters are added to its query
 * @returns undefined without one, and for anything that could lead elsewhere
 */
export function chooseDestination(
  wanted: string | undefined,
  parameters: readonly (readonly [string, string])[] = [],
): string | undefined {
  if (wanted === undefined || wanted.length > MAX_LENGTH) return undefined
  if (!wanted.startsWith('/') || wanted.startsWith('//') || UNSAFE.test(wanted)) return undefined
  const url = URL.parse(wanted, SITE)
  if (url?.origin !== SITE || url.pathname.startsWith('//')) return undefined
  for (const [name, value] of parameters) if (!url.searchParams.has(name)) url.searchParams.append(name, value)
  return url.href.slice(SITE.length)
}

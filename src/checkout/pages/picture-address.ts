/** Which pictures a page shows: those with an address that can also be named in the Content-Security-Policy. */

/** Characters with no meaning in a policy. URL lets `;`, `,`, `'` and `*` into a host, and each has one there. */
const PLAIN_ORIGIN = /^https?:\/\/[a-z0-9._-]+(:\d+)?$/

/** The origin of a picture; null when it is none that a page would show. */
export function pictureOrigin(image: string): string | null {
  const origin = URL.parse(image)?.origin ?? ''
  return PLAIN_ORIGIN.test(origin) ? origin : null
}

/** The address of a picture as a `src`; null when it is not a plain http(s) URL. */
export function pictureAddress(image: string): string | null {
  return pictureOrigin(image) === null ? null : (URL.parse(image)?.href ?? null)
}

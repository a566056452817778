/** Picture addresses: a page shows only pictures whose origin can be listed in the Content-Security-Policy. */

/** Origins without characters that have a meaning in a policy. The URL parser accepts `;`, `,`, `'` and `*` in a host. */
const PLAIN_ORIGIN = /^https?:\/\/[a-z0-9._-]+(:\d+)?$/

/** Returns the origin of a picture; null when a page does not show the picture. */
export function pictureOrigin(image: string): string | null {
  const origin = URL.parse(image)?.origin ?? ''
  return PLAIN_ORIGIN.test(origin) ? origin : null
}

/** Returns the `src` of a picture; null when its address is not a plain http(s) URL. */
export function pictureAddress(image: string): string | null {
  return pictureOrigin(image) === null ? null : (URL.parse(image)?.href ?? null)
}

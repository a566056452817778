/** Addresses of product pictures. */

/**
 * Returns the absolute URL of a product picture: an absolute URL unchanged, a relative path below the shop's base URL, or the
 * placeholder for null.
 * @param imageBaseUrl the shop's base URL of pictures; null for `publicUrl`
 */
export function imageUrl(image: string | null, imageBaseUrl: string | null, publicUrl: string): string {
  if (image === null) return `${publicUrl}/images/placeholder.png`
  if (/^https?:/i.test(image)) return image
  return `${(imageBaseUrl ?? publicUrl).replace(/\/+$/, '')}/${image.replace(/^\/+/, '')}`
}

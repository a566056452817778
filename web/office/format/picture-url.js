/** Addresses of products' pictures, which the admin API has as the shop file gives them. */

const PLACEHOLDER = '/images/placeholder.png'

/**
 * The address of a picture, as carts have it: a path is below the shop's base of pictures.
 * @param {string | null} image a URL, or a path
 * @param {{ imageBaseUrl: string }} shop
 */
export function pictureUrl(image, { imageBaseUrl }) {
  if (image === null) return PLACEHOLDER
  if (/^https?:/i.test(image)) return image
  return `${imageBaseUrl.replace(/\/+$/, '')}/${image.replace(/^\/+/, '')}`
}

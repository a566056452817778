/** The path of the storefront API. */

/** The path below which all storefront endpoints are. */
export const STOREFRONT_PATH = '/api/v3/storefront/2026-01'

/**
 * Returns the path of a request below {@link STOREFRONT_PATH}.
 *
 * @param url The URL of the request.
 * @returns The path without a leading slash, such as `cart-items`; an empty text for any other URL.
 * @example
 *
 * ```ts
 * import { storefrontPathOf } from "./storefront-path.ts"
 *
 * console.log(storefrontPathOf('https://shop.example.com/api/v3/storefront/2026-01/cart?x=1')) // cart
 * ```
 */
export function storefrontPathOf(url: string): string {
  const [path = ''] = (url.split(`${STOREFRONT_PATH}/`)[1] ?? '').split(/[?#]/)
  return path
}

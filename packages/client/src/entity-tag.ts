/** Entity tags of carts: read from responses, and named by conditional writes (RFC 9110 section 8.8.3). */

/** What `ifMatch` names: a cart of this client, or an object with its tag. */
export interface TaggedCart {
  /** The tag of the cart; a cart without one is refused. */
  etag?: string
}

/** The option of writes that must not change another cart than the one that the shopper has seen. */
export interface ConditionalOptions {
  /**
   * The cart that the write is meant for, as a call has returned it: a cart that has changed since is not written, and the call throws 412
   * `precondition_failed`. An app that keeps the tag alone passes `{ etag }`. An option that is present without a tag is a `TypeError`, so
   * that no condition is lost: leave it out for a write without a condition.
   */
  ifMatch?: TaggedCart
}

/** A strong tag. `*` and lists are not among them: a cart has one tag. */
const STRONG_TAG = /^"[\x21\x23-\x7e]*"$/

/** The value of `If-Match` that every cart matches. The response then has the tag of the cart. */
const ANY = '*'

/**
 * Reads the tag of a response. Sepet's tags are strong; a proxy that compresses makes them weak, which matches no cart.
 *
 * @param response The response.
 * @returns The tag without `W/`; undefined if the response has none.
 * @example
 *
 * ```ts
 * import { tagOf } from "./entity-tag.ts"
 *
 * console.log(tagOf(new Response(null, { headers: { ETag: 'W/"a"' } }))) // "a"
 * ```
 */
export function tagOf({ headers }: Response): string | undefined {
  return headers.get('ETag')?.replace(/^W\//, '')
}

/**
 * Returns the header `If-Match` of a write.
 *
 * @param options The options of the call.
 * @returns The tag of `ifMatch`, or `*` without the option.
 * @throws TypeError If the option is present without a strong tag.
 * @example
 *
 * ```ts
 * import { ifMatchOf } from "./entity-tag.ts"
 *
 * console.log(ifMatchOf({}), ifMatchOf({ ifMatch: { etag: '"a"' } })) // * "a"
 * ```
 */
export function ifMatchOf(options: ConditionalOptions): string {
  if (!('ifMatch' in options)) return ANY
  const etag: unknown = options.ifMatch?.etag
  if (typeof etag !== 'string' || !STRONG_TAG.test(etag)) {
    throw new TypeError('ifMatch has no etag: pass a cart that a call has returned, or leave the option out.')
  }
  return etag
}

/**
 * Whether a request is a conditional write: it names the tag of a cart.
 *
 * @param request The request.
 * @returns False without `If-Match`, and for `*`.
 * @example
 *
 * ```ts
 * import { isConditional } from "./entity-tag.ts"
 *
 * console.log(isConditional(new Request('https://shop.example.com/', { headers: { 'If-Match': '"a"' } }))) // true
 * ```
 */
export function isConditional({ headers }: Pick<Request, 'headers'>): boolean {
  const header = headers.get('If-Match')
  return header !== null && header.trim() !== ANY
}

/** Answers of cart endpoints, as documents and as the text that is sent. Each is made when it is first asked for, neither from the other. */

import type { SelfWritten } from '../../http/response/serializer.ts'
import type { Shop } from '../../shop/shop.ts'
import type { UnappliedCoupon } from '../choices/unapplied-coupon.ts'
import { type CartDocument, presentCart } from './cart.document.ts'
import type { CartAnswer } from './cart-answer.document.ts'
import type { WriteCartText } from './cart-text.ts'
import type { PricedCart } from './price-cart.ts'

/** What presenting a cart takes besides the cart: its shop, the writer of its text, and the base URL of pictures that Sepet serves itself. */
export interface Presentation {
  shop: Shop
  writeText: WriteCartText
  publicUrl: string
}

/** A priced cart, whose document and text its answers share. */
class PresentedCart {
  #source: { cart: PricedCart; presentation: Presentation } | undefined
  #document: CartDocument | undefined
  #text: string | undefined

  constructor(cart: PricedCart, presentation: Presentation) {
    this.#source = { cart, presentation }
  }

  get document(): CartDocument {
    const { cart, presentation } = this.#unsent
    this.#document ??= presentCart(cart, presentation.shop, presentation.publicUrl)
    return this.#document
  }

  get text(): string {
    const { cart, presentation } = this.#unsent
    this.#text ??= presentation.writeText(cart, presentation.shop)
    return this.#text
  }

  /** Releases the lines and the text. An answer stays in memory until its client has read it. */
  release(): void {
    this.#source = undefined
    this.#document = undefined
    this.#text = undefined
  }

  get #unsent() {
    if (!this.#source) throw new Error('The answer has been sent.')
    return this.#source
  }
}

type Meta = NonNullable<CartAnswer['meta']>

/** The answer of a cart endpoint. Its `meta` is sent unless it is empty. */
export class PresentedAnswer<M extends Meta = Meta> implements SelfWritten {
  readonly meta: M
  readonly #cart: PresentedCart

  /** Use `presentAnswer`. */
  constructor(cart: PresentedCart, meta: M) {
    this.#cart = cart
    this.meta = meta
  }

  /** The cart without `meta`. */
  get document(): CartDocument {
    return this.#cart.document
  }

  get data(): CartDocument['data'] {
    return this.document.data
  }

  get included(): CartDocument['included'] {
    return this.document.included
  }

  /** What the text is made of, for a response that has it as a member. */
  get body(): CartAnswer {
    return Object.keys(this.meta).length === 0 ? this.document : { ...this.document, meta: this.meta }
  }

  /** The text of the cart, with `meta` unless that is empty. */
  get text(): string {
    const meta = JSON.stringify(this.meta)
    return meta === '{}' ? `${this.#cart.text}}` : `${this.#cart.text},"meta":${meta}}`
  }

  /** Returns the text to be sent, once. */
  toText(): string {
    const { text } = this
    this.#cart.release()
    return text
  }

  /** Returns this answer with the line that was added or raised. */
  afterAdding(affectedItemId: string): PresentedAnswer<Meta & { affectedItemId: string }> {
    return new PresentedAnswer(this.#cart, { affectedItemId, ...this.meta })
  }

  /** Returns this answer with a coupon that does not apply. */
  withUnapplied({ code, ...why }: UnappliedCoupon): PresentedAnswer {
    return new PresentedAnswer<Meta>(this.#cart, { coupon: { code, applied: false, ...why } })
  }
}

/**
 * Presents a priced cart.
 * @param unapplied the chosen coupon, where it does not apply
 */
export function presentAnswer(
  cart: PricedCart,
  presentation: Presentation,
  unapplied: UnappliedCoupon | null,
): PresentedAnswer {
  const answer = new PresentedAnswer<Meta>(new PresentedCart(cart, presentation), {})
  return unapplied ? answer.withUnapplied(unapplied) : answer
}

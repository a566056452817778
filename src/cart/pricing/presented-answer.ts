/** Answers of cart endpoints, as documents and as the text that is sent. Each is made when it is first asked for, neither from the other. */

import type { SelfWritten } from '../../http/response/serializer.ts'
import type { RefusedCoupon } from '../../promotions/judge-coupon.ts'
import type { Shop } from '../../shop/shop.ts'
import { type CartDocument, presentCart } from './cart.document.ts'
import { type CartAfterAdding, type CartAnswer, type CouponMeta, presentRefusedCoupon } from './cart-answer.document.ts'
import type { CartSelection } from './cart-selection.ts'
import type { WriteCartText } from './cart-text.ts'
import type { PricedCart } from './price-cart.ts'
import { presentSparseCart, type SparseCart } from './sparse-cart.document.ts'

/** What presenting a cart takes besides the cart: its shop, the writer of its text, and the base URL of pictures that Sepet serves itself. */
export interface Presentation {
  shop: Shop
  writeText: WriteCartText
  publicUrl: string
}

/** What an answer is made of. */
interface Source {
  cart: PricedCart
  presentation: Presentation
  /** The coupon that does not apply. */
  coupon?: CouponMeta
}

/** The document and text of a priced cart with the coupon that does not apply, which answers share. */
class SharedText {
  #source: Source | undefined
  #document: CartDocument | undefined
  #text: string | undefined

  constructor(source: Source) {
    this.#source = source
  }

  /** The cart without the coupon. */
  get document(): CartDocument {
    const { cart, presentation } = this.#unsent
    this.#document ??= presentCart(cart, presentation.shop, presentation.publicUrl)
    return this.#document
  }

  get data(): CartAnswer['data'] {
    const { data } = this.document
    const { coupon } = this.#unsent
    return coupon ? { ...data, meta: { ...data.meta, coupon } } : data
  }

  /** Without its last brace. */
  get text(): string {
    const { cart, presentation, coupon } = this.#unsent
    this.#text ??= presentation.writeText(cart, presentation.shop, coupon)
    return this.#text
  }

  /** The text with the selected fields, without its last brace. */
  textOf(selection: CartSelection): string {
    const { cart, presentation, coupon } = this.#unsent
    return presentation.writeText(cart, presentation.shop, coupon, selection)
  }

  /** The selected fields of the cart without the coupon. */
  documentOf(selection: CartSelection): SparseCart {
    const { cart, presentation } = this.#unsent
    return presentSparseCart(cart, selection, presentation)
  }

  withRefused(coupon: RefusedCoupon): SharedText {
    const { cart, presentation } = this.#unsent
    return new SharedText({ cart, presentation, coupon: presentRefusedCoupon(coupon, presentation.shop) })
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

/** The `meta` of an answer: that of an add, or none. */
type Meta = CartAfterAdding['meta'] | undefined

/** The answer of a cart endpoint. */
export class PresentedAnswer<M extends Meta = undefined> implements SelfWritten {
  readonly meta: M
  readonly #cart: SharedText
  readonly #selection: CartSelection | undefined

  /** Use `presentAnswer`. */
  constructor(cart: SharedText, meta: M, selection?: CartSelection) {
    this.#cart = cart
    this.meta = meta
    this.#selection = selection
  }

  /** The cart without the coupon that does not apply: what errors, orders and sessions show. */
  get document(): CartDocument {
    return this.#cart.document
  }

  get data(): CartAnswer['data'] {
    return this.#cart.data
  }

  get included(): CartDocument['included'] {
    return this.document.included
  }

  get text(): string {
    const text = this.#selection ? this.#cart.textOf(this.#selection) : this.#cart.text
    return this.meta ? `${text},"meta":${JSON.stringify(this.meta)}}` : `${text}}`
  }

  /** The document with the fields that the answer shows: what a refused condition shows. */
  get shownDocument(): CartDocument | SparseCart {
    return this.#selection ? this.#cart.documentOf(this.#selection) : this.document
  }

  /** Returns the text to be sent, once. */
  toText(): string {
    const { text } = this
    this.#cart.release()
    return text
  }

  /** Returns this answer with the line that was added or raised. */
  afterAdding(affectedItemId: string): PresentedAnswer<CartAfterAdding['meta']> {
    return new PresentedAnswer(this.#cart, { affectedItemId }, this.#selection)
  }

  /** Returns this answer with a coupon that does not apply. */
  withRefused(coupon: RefusedCoupon): PresentedAnswer {
    return new PresentedAnswer(this.#cart.withRefused(coupon), undefined, this.#selection)
  }

  /** Returns this answer with the fields that a request selects. `data` and `included` stay whole. @param selection undefined for all */
  showing(selection: CartSelection | undefined): PresentedAnswer<M> {
    return selection ? new PresentedAnswer(this.#cart, this.meta, selection) : this
  }
}

/** Presents a priced cart, and why its coupon does not apply. */
export function presentAnswer(cart: PricedCart, presentation: Presentation): PresentedAnswer {
  const { coupon } = cart.discounts
  const answer = new PresentedAnswer(new SharedText({ cart, presentation }), undefined)
  return coupon?.applied === false ? answer.withRefused(coupon) : answer
}

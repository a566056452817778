/** The page model: the session user, with the cart document of the API. */

import type { CartDocument } from '../../cart/pricing/cart.document.ts'
import type { CartAnswer } from '../../cart/pricing/cart-answer.document.ts'
import type { ContinueFailure } from '../continue-failure.ts'
import type { SessionUser } from '../session/session-user.ts'

/** A cart as the pages show it: with the chosen coupon while it does not apply. */
export type ShownCart = CartAnswer

/** The chosen coupon while it does not apply. */
export type UnappliedCoupon = NonNullable<NonNullable<ShownCart['data']['meta']>['coupon']>

/** A session user with such a cart. */
export type PageUser = SessionUser<ShownCart>

/** The input of a page. */
export interface PageModel {
  shopName: string
  user: PageUser
  /** Why the link of an agent's cart did not open, where one led to the page. */
  failure?: ContinueFailure | null
}

/** A session user with a session, and therefore with a cart. */
export type ActiveUser = Exclude<PageUser, { identity: 'none' }>

/** The name of a page. */
export type PageName = 'cart' | 'checkout' | 'orders'

/** The totals and choices of a cart. */
export type CartAttributes = CartDocument['data']['attributes']

/** A promotion that applies. */
export type Promotion = NonNullable<NonNullable<ShownCart['data']['meta']>['promotions']>[number]

/** One line of a cart, with its VAT. */
export type Item = CartDocument['included'][number]

/** The VAT of a line. */
export type LineVat = Item['meta']['vat']

/** One line of a cart, without its VAT. */
export type Line = Item['attributes']

/** The page model: the session user, with the cart document of the API. */

import type { CartDocument } from '../../cart/pricing/cart.document.ts'
import type { ContinueFailure } from '../continue-failure.ts'
import type { SessionUser } from '../session/session-user.ts'

/** The input of a page. */
export interface PageModel {
  shopName: string
  user: SessionUser
  /** Why the link of an agent's cart did not open, where one led to the page. */
  failure?: ContinueFailure | null
}

/** A session user with a session, and therefore with a cart. */
export type ActiveUser = Exclude<SessionUser, { identity: 'none' }>

/** The name of a page. */
export type PageName = 'cart' | 'checkout' | 'orders'

/** The totals and choices of a cart. */
export type CartAttributes = CartDocument['data']['attributes']

/** One line of a cart, with its VAT. */
export type Item = CartDocument['included'][number]

/** One line of a cart, without its VAT. */
export type Line = Item['attributes']

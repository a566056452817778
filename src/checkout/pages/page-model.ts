/** What the pages are rendered from: whose web session it is, and the cart as the API answers it. */

import type { CartDocument } from '../../cart/cart.document.ts'
import type { SessionUser } from '../session/session-user.ts'

/** Who a page is for and what it shows. */
export interface PageModel {
  shopName: string
  who: SessionUser
}

/** Somebody with a session, and so with a cart. */
export type ActiveUser = Exclude<SessionUser, { identity: 'none' }>

export type PageName = 'cart' | 'checkout' | 'orders'

/** The totals and choices of a cart. */
export type CartAttributes = CartDocument['data']['attributes']

/** One line of a cart. */
export type Line = CartDocument['included'][number]['attributes']

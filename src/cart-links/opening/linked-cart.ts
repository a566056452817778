/** What a link to a cart contains, whoever has made it. */

import type { Owner } from '../../auth/identity.ts'
import type { CountedItem } from './bringing.ts'

/** A coupon code. */
export interface AppliedCode {
  foldedCode: string
  /** As it was sent. */
  enteredCode: string
}

/** What a living link brings. */
export interface LinkedCart {
  /** What is brought is remembered by it: `ucp:<uuid>` of an agent's cart, `link:<digest>` or `buy:<digest>` of other links. */
  id: string
  /** A later revision brings what it has more of. */
  revision: number
  /** The items that can be brought, in their order. */
  items: readonly CountedItem[]
  /**
   * Finds the code that becomes the coupon of a visitor's cart; null for none.
   * @returns undefined when the shop has another revision now
   */
  findCoupon: (visitor: Owner) => Promise<AppliedCode | null | undefined>
  /** The shop's revision for which items and gate hold. */
  shopRevision: number
  /** Whether guests may check out. */
  isGuestAllowed: boolean
  /** Records an event when it has brought something. */
  event: 'ucp_cart.continued' | null
  /** The id of the link whose uses are counted; null where they are not. */
  countedLink: string | null
}

/**
 * Finds what a link brings.
 * @returns undefined for a link that is dead
 */
export type FindLinkedCart = () => Promise<LinkedCart | undefined>

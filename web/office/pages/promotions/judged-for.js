/** For whom a preview judges a promotion, as the API takes it. */

import { GUEST } from '../customers/pick-customers.js'

/**
 * The members of the body; none for the owner of the cart.
 * @param {import('../../ui/picked-list.js').Value[]} picked
 * @returns {{ customerId?: number | null, email?: string }}
 * @example judgedFor(['ada@example.com']) // { email: 'ada@example.com' }
 */
export function judgedFor([shopper]) {
  if (shopper === undefined) return {}
  if (shopper === GUEST) return { customerId: null }
  return /^\d+$/.test(String(shopper)) ? { customerId: Number(shopper) } : { email: String(shopper) }
}

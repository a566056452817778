/** Makes sure that a token which nobody stands behind any more gets 401, whatever else is wrong with its request. */

import { requireActiveOwner } from '../auth/access.ts'
import type { Owner } from '../auth/identity.ts'
import { Refusal } from '../errors.ts'
import type { StoredCart } from './cart.ts'

/**
 * The refusal that a failed cart request deserves: 401 when the owner has lost standing, else the one at hand. It reads
 * the cart, so only requests that are refused anyway pay for it.
 */
export async function preferInactiveOwnerError(
  error: unknown,
  owner: Owner | undefined,
  loadCart: (owner: Owner) => Promise<StoredCart>,
): Promise<unknown> {
  const status = error instanceof Refusal ? error.status : ((error as { statusCode?: number }).statusCode ?? 500)
  if (!owner || status === 401 || status === 429 || status >= 500) return error
  try {
    requireActiveOwner(owner, await loadCart(owner))
    return error
  } catch (ownerStatus) {
    return ownerStatus
  }
}

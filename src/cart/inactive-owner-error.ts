/** Error precedence: a failed cart request of an inactive owner answers 401 instead of its own error. */

import { requireActiveOwner } from '../auth/access.ts'
import type { Owner } from '../auth/identity.ts'
import { Refusal } from '../errors.ts'
import type { StoredCart } from './cart.ts'

/**
 * Returns the error to answer for a failed cart request: 401 when the owner is inactive, otherwise the given error. It reads the
 * cart, which only requests that are refused anyway need.
 * @param owner undefined when the request was refused before its token was verified
 * @returns the given error unchanged for 401, 429 and 5xx
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

/** What a handoff is, and every decision about opening it. */

import { explainInactiveOwner, type OwnerStatus } from '../../auth/access.ts'
import type { Owner } from '../../auth/identity.ts'
import type { ShopSettings } from '../../shop/shop.ts'
import { isAllowedPath, type ReturnPaths } from './return-path.ts'

/** The right to sign an owner into the web session, once. */
export interface Handoff {
  /** Unique; what is marked as used. */
  jti: string
  owner: Owner
  /** Where the browser goes on success. */
  path: string
  /** Milliseconds since the epoch. */
  issuedAt: number
  /** Milliseconds since the epoch; not valid at this instant any more. */
  expiresAt: number
}

/** What the database says about a handoff and its owner. */
export interface HandoffFacts extends OwnerStatus {
  used: boolean
  /** The shop's revision when this was read. */
  shopRevision: number
}

/** Why a link opens nothing. Clients never learn it; the log does. */
export type Rejection =
  | 'token_invalid'
  | 'token_expired'
  | 'path_not_allowed'
  | 'already_used'
  | 'guest_checkout_closed'
  | 'customer_not_active'
  | 'guest_cancelled'

/** Whether guests may go to the checkout: both settings are on (specification 4.2). */
export function isGuestGateOpen(settings: ShopSettings): boolean {
  return settings.SatinAlmaSureciUyeliksizBasla === 1 && settings.UyelikOlmadanDevamEtGoster === 1
}

/** Everything besides the facts that an opening depends on. */
export interface ConsumeContext {
  settings: ShopSettings
  returnPaths: ReturnPaths
  /** Milliseconds since the epoch. */
  now: number
}

/** Why a handoff whose signature holds must not be opened; undefined when it may. */
export function explainRejection(
  { owner, path, expiresAt }: Handoff,
  facts: HandoffFacts,
  { settings, returnPaths, now }: ConsumeContext,
): Rejection | undefined {
  if (now >= expiresAt) return 'token_expired'
  if (path !== returnPaths.fallback && !isAllowedPath(path, returnPaths.allowed)) return 'path_not_allowed'
  if (facts.used) return 'already_used'
  if (owner.kind === 'guest' && !isGuestGateOpen(settings)) return 'guest_checkout_closed'
  return explainInactiveOwner(owner, facts)
}

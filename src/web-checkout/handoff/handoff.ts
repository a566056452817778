/** The handoff model, and the rules for consuming a handoff. */

import { explainInactiveOwner, type InactiveOwnerCode, type OwnerStatus } from '../../auth/access.ts'
import type { Owner } from '../../auth/identity.ts'
import type { ShopSettings } from '../../shop/shop.ts'
import { isAllowedPath, type ReturnPaths } from './return-path.ts'

/** A single-use right to create a web session for an owner. */
export interface Handoff {
  /** Unique id (RFC 7519 section 4.1.7); stored when the handoff is used. */
  jti: string
  owner: Owner
  /** The path that the browser is redirected to on success. */
  path: string
  /** Milliseconds since the epoch. */
  issuedAt: number
  /** Milliseconds since the epoch; the handoff is no longer valid at this instant. */
  expiresAt: number
}

/** The database state of a handoff and its owner. */
export interface HandoffFacts extends OwnerStatus {
  used: boolean
  /** The shop's revision when the facts were read. */
  shopRevision: number
}

/** The reason why a handoff is rejected. It is logged and counted, but not sent to the client. */
export type Rejection =
  | 'token_invalid'
  | 'token_expired'
  | 'path_not_allowed'
  | 'already_used'
  | 'guest_checkout_closed'
  | InactiveOwnerCode

/** Returns whether guests may use the checkout: both settings must be on (specification 4.2). */
export function isGuestCheckoutAllowed(settings: ShopSettings): boolean {
  return settings.SatinAlmaSureciUyeliksizBasla === 1 && settings.UyelikOlmadanDevamEtGoster === 1
}

/** The further input of `explainRejection`. */
export interface ConsumeContext {
  settings: ShopSettings
  returnPaths: ReturnPaths
  /** Milliseconds since the epoch. */
  now: number
}

/**
 * Checks a handoff whose signature is valid.
 * @returns the reason of the rejection; undefined when the handoff may be consumed
 */
export function explainRejection(
  { owner, path, expiresAt }: Handoff,
  facts: HandoffFacts,
  { settings, returnPaths, now }: ConsumeContext,
): Rejection | undefined {
  if (now >= expiresAt) return 'token_expired'
  if (path !== returnPaths.fallback && !isAllowedPath(path, returnPaths.allowed)) return 'path_not_allowed'
  if (facts.used) return 'already_used'
  if (owner.kind === 'guest' && !isGuestCheckoutAllowed(settings)) return 'guest_checkout_closed'
  return explainInactiveOwner(owner, facts)
}

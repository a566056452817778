/** The opening of a link: finds what it brings and the visitor, and brings the one to the other unless it was brought before. */

import { explainInactiveOwner, type OwnerStatus } from '../../auth/access.ts'
import { guestWithId, type Owner } from '../../auth/identity.ts'
import { retryOnImport } from '../../shop/retry-on-import.ts'
import type { ContinueFailure } from '../../web-checkout/continue-failure.ts'
import type { FindLinkedCart, LinkedCart } from './linked-cart.ts'
import type { NewSession, OpeningOutcome, OpeningStore } from './openings.store.ts'

/** The browser that opens a link. */
export interface Browser {
  /** The session id of its cookie. */
  sessionId: string | undefined
  /** Keyed hash of its client network. */
  networkHash: string
}

/** What became of an opening: the id of the session that it began, if it began one, or why the link does not open. */
export type Opened =
  | { outcome: OpeningOutcome; sessionId?: string }
  | { failure: Exclude<ContinueFailure, 'unavailable'> }

/**
 * Opens a link.
 * @throws Refusal 503 `cart_busy`, or `database_busy` when imports change the shop during every attempt
 */
export type OpenLink = (find: FindLinkedCart, browser: Browser) => Promise<Opened>

/** The dependencies of an opening. */
export interface OpeningSources {
  /** Finds the owner of a living session, and keeps the session alive. */
  findOwner: (sessionId: string, now: number) => Promise<Owner | undefined>
  loadStatus: (owner: Owner) => Promise<OwnerStatus>
  openings: OpeningStore
  newSessionId: () => string
  newGuestId: () => string
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Creates the function that opens links. A link that is dead is so for everybody, whatever session the browser has. */
export function createLinkOpener({
  findOwner,
  loadStatus,
  openings,
  newSessionId,
  newGuestId,
  now,
}: OpeningSources): OpenLink {
  /** The session of an owner who is not active any more counts as none. */
  async function findVisitor({ sessionId }: Browser): Promise<Owner | undefined> {
    const owner = sessionId === undefined ? undefined : await findOwner(sessionId, now())
    return owner && !explainInactiveOwner(owner, await loadStatus(owner)) ? owner : undefined
  }

  async function open(cart: LinkedCart, visitor: Owner, session: NewSession | undefined): Promise<Opened | undefined> {
    const coupon = await cart.findCoupon(visitor)
    if (coupon === undefined) return undefined
    const outcome = await openings.saveOpening(visitor, { cart, coupon, session, now: now() })
    if (outcome === 'gone') return { failure: 'gone' }
    return outcome && { outcome, ...(session && { sessionId: session.newId }) }
  }

  return (find, browser) =>
    retryOnImport(async () => {
      const cart = await find()
      if (!cart) return { failure: 'gone' }
      const visitor = await findVisitor(browser)
      if (visitor) return open(cart, visitor, undefined)
      if (!cart.isGuestAllowed) return { failure: 'closed' }
      const guest = guestWithId(newGuestId())
      const { sessionId: oldId, networkHash } = browser
      return open(cart, guest, { guestId: guest.guestId, newId: newSessionId(), oldId, networkHash })
    })
}

/** The opening of a link: finds the agent's cart and the visitor, and brings the one to the other unless it was brought before. */

import { explainInactiveOwner, type OwnerStatus } from '../../auth/access.ts'
import { guestWithId, type Owner, type UcpOwner } from '../../auth/identity.ts'
import { retryOnImport } from '../../shop/retry-on-import.ts'
import type { ContinueFailure } from '../../web-checkout/continue-failure.ts'
import type { FindAgentCart } from './agent-cart.ts'
import type { OpeningOutcome, OpeningStore } from './openings.store.ts'

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
 * Opens the link of an agent's cart.
 * @throws Refusal 503 `cart_busy`, or `database_busy` when imports change the shop during every attempt
 */
export type OpenLink = (cart: UcpOwner, browser: Browser) => Promise<Opened>

/** The dependencies of an opening. */
export interface OpeningSources {
  findAgentCart: FindAgentCart
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
  findAgentCart,
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

  return (cartOwner, browser) =>
    retryOnImport(async () => {
      const cart = await findAgentCart(cartOwner)
      if (!cart) return { failure: 'gone' }
      const visitor = await findVisitor(browser)
      if (visitor) {
        const outcome = await openings.saveOpening(visitor, { cart, session: undefined, now: now() })
        return outcome && { outcome }
      }
      if (!cart.isGuestAllowed) return { failure: 'closed' }
      const guest = guestWithId(newGuestId())
      const { guestId } = guest
      const sessionId = newSessionId()
      const session = { guestId, newId: sessionId, oldId: browser.sessionId, networkHash: browser.networkHash }
      const outcome = await openings.saveOpening(guest, { cart, session, now: now() })
      return outcome && { outcome, sessionId }
    })
}

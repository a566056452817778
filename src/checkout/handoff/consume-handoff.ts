/** Handoff consumption: verifies the token, reads the facts, checks them, and writes if the facts have not changed. */

import type { Owner } from '../../auth/identity.ts'
import type { LoadShop } from '../../shop/shop.store.ts'
import type { HandoffStore } from './handoff.store.ts'
import { explainRejection, type Rejection } from './handoff.ts'
import type { HandoffTokens } from './handoff-token.jwt.ts'
import type { ReturnPaths } from './return-path.ts'

/** The result of consuming a handoff: the return path with a new session id, or the reason of the rejection. */
export type ConsumeResult =
  | { path: string; sessionId: string }
  /** The owner is known only from a token that Sepet signed. */
  | { rejection: Rejection; owner?: Owner }

/**
 * Consumes the handoff of a token.
 * @param oldId the session id of the browser's cookie; that session is deleted on success
 * @throws Error when the shop changed during every attempt
 */
export type ConsumeHandoff = (token: string, oldId: string | undefined) => Promise<ConsumeResult>

/** Maximum attempts, when an import or another request changes the facts between read and write. */
const ATTEMPTS = 10

interface Sources {
  tokens: HandoffTokens
  store: HandoffStore
  loadShop: LoadShop
  returnPaths: ReturnPaths
  newSessionId: () => string
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Creates the function that consumes handoffs. Every check runs before the handoff is marked as used. */
export function createHandoffConsumer({
  tokens,
  store,
  loadShop,
  returnPaths,
  newSessionId,
  now,
}: Sources): ConsumeHandoff {
  return async (token, oldId) => {
    const handoff = await tokens.verify(token, now())
    if (typeof handoff === 'string') return { rejection: handoff }
    const { owner, path } = handoff
    // A write without effect means that a fact has changed, for example by a concurrent request. The next attempt reads it.
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const facts = await store.loadFacts(owner, handoff.jti)
      const { revision, shop } = await loadShop(facts.shopRevision)
      const rejection = explainRejection(handoff, facts, { settings: shop.settings, returnPaths, now: now() })
      if (rejection) return { rejection, owner }
      const sessionId = newSessionId()
      const opened = await store.saveSession(handoff, revision, { newId: sessionId, oldId, now: now() })
      if (opened) return { path, sessionId }
    }
    throw new Error('The shop changes faster than a handoff can be opened.')
  }
}

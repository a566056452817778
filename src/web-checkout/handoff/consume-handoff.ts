/** Handoff consumption: verifies the token, reads the facts, checks them, and writes if the facts have not changed. */

import type { Owner } from '../../auth/identity.ts'
import { retryOnImport } from '../../shop/retry-on-import.ts'
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

/** The browser that opens a link. */
export interface Browser {
  /** The session id of its cookie; that session is deleted on success. */
  oldId: string | undefined
  /** Keyed hash of its client network, which the new session keeps. */
  networkHash: string
}

/**
 * Consumes the handoff of a token.
 * @throws Refusal 503 `database_busy` when imports change the shop during every attempt
 */
export type ConsumeHandoff = (token: string, browser: Browser) => Promise<ConsumeResult>

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
  return async (token, browser) => {
    const handoff = await tokens.verify(token, now())
    if (typeof handoff === 'string') return { rejection: handoff }
    const { owner, path } = handoff
    return retryOnImport(async () => {
      const facts = await store.loadFacts(owner, handoff.jti)
      const { revision, shop } = await loadShop(facts.shopRevision)
      const rejection = explainRejection(handoff, facts, { settings: shop.settings, returnPaths, now: now() })
      if (rejection) return { rejection, owner }
      const sessionId = newSessionId()
      // A write that does nothing means that a fact has changed, such as by another request with this token: read them again.
      const isSaved = await store.saveSession(handoff, revision, { newId: sessionId, ...browser, now: now() })
      return isSaved ? { path, sessionId } : undefined
    })
  }
}

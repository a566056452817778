/** Keys of an external issuer: finds the key of a token, and keeps keys in use while the issuer is unavailable. */

import { type CryptoKey, errors, type FlattenedJWSInput, type JWTHeaderParameters } from 'jose'
import type { Jwks } from './fetch-jwks.jwt.ts'
import { COOLDOWN_MS, type IssuerEvents, IssuerRefresh, isWithin } from './issuer-refresh.jwt.ts'

/** Time for which keys are used without a new fetch. A withdrawn key is rejected after the next fetch. */
const FRESH_MS = 60_000
/** Time for which keys are used while the issuer is unavailable: an outage overnight ends no session. */
const KEPT_MS = 24 * 60 * 60_000
/**
 * Maximum number of tokens with unknown key ids that wait for a fetch, each 1.5 s at most: a tenth of the requests that run at once. Further
 * ones are refused at once, also if their key is new; members with known keys wait for nothing.
 */
const MAX_WAITING = 10

/** The error of every token with an unknown key id: one for all, since the creation of an error takes longer than the check. */
const UNKNOWN_KEY = new errors.JWKSNoMatchingKey()

/** The error while the keys of the issuer are unknown, or it is unknown whether it has a certain key. */
export class KeysUnavailable extends Error {
  constructor(cause: unknown) {
    super('The issuer’s keys are unavailable.', { cause })
    this.name = 'KeysUnavailable'
  }
}

/** The key finder of one issuer. */
export interface IssuerKeys {
  /** Fetches the keys before the first use, which waits for nothing then. */
  fetch: (now: number) => void
  /**
   * Refuses a token by its key id, before anything of it is verified.
   * @returns the wait for a fetch that may bring the key; undefined when there is nothing to wait for
   * @throws JWKSNoMatchingKey when the issuer has no such key
   * @throws KeysUnavailable when the issuer cannot be asked, or enough tokens wait for its response
   */
  requireKey: (kid: unknown, now: number) => Promise<void> | undefined
  /** Finds the key of a token by its header; `now` is in milliseconds since the epoch. @throws KeysUnavailable */
  find: (header: JWTHeaderParameters, token: FlattenedJWSInput, now: number) => Promise<CryptoKey>
  /** Whether newer keys have come for a token that the known ones do not verify; nothing waits where the issuer cannot be asked. */
  findNewer: (now: number) => Promise<boolean>
  /** Time until which the latest key needs no new fetch, in milliseconds since the epoch. */
  freshUntil: () => number
}

/** Creates the finder of the keys at `url`. The first fetch is that of `fetch` or of the first use; later ones run in the background. */
export function createIssuerKeys(url: string, events: IssuerEvents): IssuerKeys {
  const issuer = new IssuerRefresh(url, events)
  let waiting = 0
  let unavailable = new KeysUnavailable(undefined)
  /** The error of the latest failure: one for all tokens that it refuses. */
  const keysUnavailable = () => {
    if (unavailable.cause !== issuer.failure) unavailable = new KeysUnavailable(issuer.failure)
    return unavailable
  }

  async function current(now: number): Promise<Jwks> {
    if (!issuer.held || !isWithin(FRESH_MS, issuer.held.fetchedAt, now)) await issuer.refresh(now)
    if (issuer.held && now - issuer.held.fetchedAt < KEPT_MS) return issuer.held
    throw keysUnavailable()
  }

  /** Waits for a fetch that may bring a new key. @throws KeysUnavailable at once after a failed fetch, and where enough tokens wait */
  async function awaitNewKey(now: number): Promise<void> {
    const fetch = issuer.refresh(now)
    if (fetch) {
      if (waiting >= MAX_WAITING) throw keysUnavailable()
      waiting++
      await fetch.finally(() => waiting--)
    }
    if (issuer.failure !== undefined) throw keysUnavailable()
  }

  const requireKey: IssuerKeys['requireKey'] = (kid, now) => {
    // Before the first response no key is known, and every token waits for it.
    if (kid === undefined || issuer.held?.ids.has(kid) || (!issuer.held && issuer.refresh(now))) return undefined
    if (typeof kid === 'string' && (issuer.refresh(now) || issuer.failure !== undefined)) return awaitNewKey(now)
    throw UNKNOWN_KEY
  }

  const find: IssuerKeys['find'] = async (header, token, now) => {
    const jwks = await current(now)
    try {
      return await jwks.find(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      await awaitNewKey(now)
      return (issuer.held ?? jwks).find(header, token)
    }
  }
  const findNewer: IssuerKeys['findNewer'] = async now => {
    const known = issuer.held?.text
    const fetch = waiting < MAX_WAITING ? issuer.refresh(now) : undefined
    if (!fetch) return false
    waiting++
    await fetch.finally(() => waiting--)
    return issuer.held?.text !== known
  }
  const freshUntil = () => Math.max((issuer.held?.fetchedAt ?? 0) + FRESH_MS, issuer.attemptedAt + COOLDOWN_MS)
  const fetch: IssuerKeys['fetch'] = now => void issuer.refresh(now)
  return { fetch, requireKey, find, findNewer, freshUntil }
}

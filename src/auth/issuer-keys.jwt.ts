/** Keys of an external issuer: finds the key of a token, and keeps keys in use while the issuer is unavailable. */

import { type CryptoKey, errors, type FlattenedJWSInput, type JWTHeaderParameters } from 'jose'
import type { Jwks } from './fetch-jwks.jwt.ts'
import { COOLDOWN_MS, type IssuerEvents, IssuerRefresh, isWithin } from './issuer-refresh.jwt.ts'

/** Time for which keys are used without a new fetch. A withdrawn key is rejected after the next fetch. */
const FRESH_MS = 60_000
/** Time for which keys are used while the issuer is unavailable: an outage overnight ends no session. */
const KEPT_MS = 24 * 60 * 60_000

/** The error while the keys of the issuer are unknown, or it is unknown whether it has a certain key. */
export class KeysUnavailable extends Error {
  constructor(cause: unknown) {
    super('The issuer’s keys are unavailable.', { cause })
    this.name = 'KeysUnavailable'
  }
}

/** The key finder of one issuer. */
export interface IssuerKeys {
  /** Finds the key of a token by its header; `now` is in milliseconds since the epoch. @throws KeysUnavailable */
  find: (header: JWTHeaderParameters, token: FlattenedJWSInput, now: number) => Promise<CryptoKey>
  /** Time until which the latest key needs no new fetch, in milliseconds since the epoch. */
  freshUntil: () => number
}

/** Creates the finder of the keys at `url`. The first use fetches them; later fetches run in the background. */
export function createIssuerKeys(url: string, events: IssuerEvents): IssuerKeys {
  const issuer = new IssuerRefresh(url, events)

  async function current(now: number): Promise<Jwks> {
    if (!issuer.held || !isWithin(FRESH_MS, issuer.held.fetchedAt, now)) await issuer.refresh(now)
    if (issuer.held && now - issuer.held.fetchedAt < KEPT_MS) return issuer.held
    throw new KeysUnavailable(issuer.failure)
  }

  const find: IssuerKeys['find'] = async (header, token, now) => {
    const jwks = await current(now)
    try {
      return await jwks.find(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      await issuer.refresh(now)
      if (issuer.failure !== undefined) throw new KeysUnavailable(issuer.failure)
      return (issuer.held ?? jwks).find(header, token)
    }
  }
  const freshUntil = () => Math.max((issuer.held?.fetchedAt ?? 0) + FRESH_MS, issuer.attemptedAt + COOLDOWN_MS)
  return { find, freshUntil }
}

/** Finds keys of an external issuer, and keeps them in use while the issuer cannot be reached. */

import { type CryptoKey, errors, type FlattenedJWSInput, type JWTHeaderParameters } from 'jose'
import type { Jwks } from './fetch-jwks.jwt.ts'
import { COOLDOWN_MS, type IssuerEvents, IssuerRefresh, isWithin } from './issuer-refresh.jwt.ts'

/** For so long keys are used without asking. What was withdrawn stops opening doors with the next answer after it. */
const FRESH_MS = 60_000
/** For so long they are used while the issuer cannot be asked: an outage overnight logs nobody out. */
const KEPT_MS = 24 * 60 * 60_000

/** Thrown while it cannot be known whether the issuer has a key. */
export class KeysUnavailable extends Error {
  constructor(cause: unknown) {
    super('The issuer’s keys cannot be had.', { cause })
    this.name = 'KeysUnavailable'
  }
}

export interface IssuerKeys {
  /** Finds the key that a token's header names. `now` is in milliseconds since the epoch. @throws KeysUnavailable */
  find: (header: JWTHeaderParameters, token: FlattenedJWSInput, now: number) => Promise<CryptoKey>
  /** When the issuer is to be asked again for what was found last. */
  freshUntil: () => number
}

/** Makes the finder of keys published at `url`. It asks for them when it is first used, and from then on in the background. */
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

/** The keys of an external issuer: asked for every minute, and kept in use while the issuer cannot be reached. */

import { type CryptoKey, errors, type FlattenedJWSInput, type JWTHeaderParameters } from 'jose'
import { fetchJwks, type Jwks } from './fetch-jwks.jwt.ts'

/** For so long keys are used without asking. What was withdrawn stops opening doors with the next answer after it. */
const FRESH_MS = 60_000
/** For so long they are used while the issuer cannot be asked: an outage overnight logs nobody out. */
const KEPT_MS = 24 * 60 * 60_000
/** The least time between two fetches, so that made-up key ids cannot flood the issuer. */
const COOLDOWN_MS = 2_000

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

export interface IssuerEvents {
  /** The issuer published something else than before. */
  onChange: () => void
  /** The issuer went away, with the error, or is back, without. */
  onStateChange: (error: unknown) => void
}

/** Makes the finder of keys published at `url`. */
export function issuerKeys(url: string, { onChange, onStateChange }: IssuerEvents): IssuerKeys {
  let held: (Jwks & { fetchedAt: number }) | undefined
  let failure: unknown
  let attemptedAt = Number.NEGATIVE_INFINITY
  let attempt: Promise<void> | undefined

  async function load(now: number): Promise<void> {
    attemptedAt = now
    const before = failure
    try {
      const jwks = await fetchJwks(url)
      const isNew = jwks.text !== held?.text
      held = { ...(isNew || !held ? jwks : held), fetchedAt: now }
      failure = undefined
      if (isNew) onChange()
    } catch (error) {
      failure = error
    }
    attempt = undefined
    if ((before === undefined) !== (failure === undefined)) onStateChange(failure)
  }

  /** Asks the issuer, unless it was just asked. Does not reject: `failure` says what came of it. */
  async function refresh(now: number): Promise<void> {
    if (!attempt && !isWithin(COOLDOWN_MS, attemptedAt, now)) attempt = load(now)
    await attempt
  }

  async function current(now: number): Promise<Jwks> {
    if (held && isWithin(FRESH_MS, held.fetchedAt, now)) return held
    const refreshed = refresh(now)
    const isUsable = () => held !== undefined && now - held.fetchedAt < KEPT_MS
    // An issuer that is known to be away is asked again, but not waited for.
    if (failure === undefined || !isUsable()) await refreshed
    if (held && isUsable()) return held
    throw new KeysUnavailable(failure)
  }

  const find: IssuerKeys['find'] = async (header, token, now) => {
    const jwks = await current(now)
    try {
      return await jwks.find(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      await refresh(now)
      if (failure !== undefined) throw new KeysUnavailable(failure)
      return (held ?? jwks).find(header, token)
    }
  }
  const freshUntil = () => Math.max((held?.fetchedAt ?? 0) + FRESH_MS, attemptedAt + COOLDOWN_MS)
  return { find, freshUntil }
}

/** A clock that was set back makes nothing younger. */
function isWithin(spanMs: number, since: number, now: number): boolean {
  return now >= since && now - since < spanMs
}

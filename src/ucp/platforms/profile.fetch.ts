/** Fetching of a platform's profile: one request to public addresses, with limits for everything that the platform decides. */

import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { isAllowed, type Network, parseNetwork } from '../../outgoing/allowed-address.ts'
import { type Answer, createOutgoing, type Outcome, type Resolve } from '../../outgoing/outgoing.ts'
import type { UcpErrorCode } from '../refusals.ts'
import { isLocal, NOT_PUBLIC } from './profile-url.fetch.ts'
import { type Profile, readProfile } from './read-profile.ts'

/** Largest profile in bytes, decoded. */
const MAX_BYTES = 65_536
/** What a coding may add to a profile that it does not make smaller. */
const CODING_BYTES = 1_024
const TIMEOUT_MS = 2_000
const MIN_KEPT_MS = 60_000
const MAX_KEPT_MS = 86_400_000
const LOCAL_ADDRESSES = ['127.0.0.1', '::1']

const utf8 = new TextDecoder('utf-8', { fatal: true })
const decoders: Readonly<Record<string, (body: Uint8Array, limits: { maxOutputLength: number }) => Promise<Buffer>>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
}

/** A profile with the time for which it may be kept, or why there is none. */
export type Fetched = { profile: Profile; keptMs: number } | { code: UcpErrorCode; content: string }

/** Fetches a profile. */
export type FetchProfile = (url: URL) => Promise<Fetched>

/** What decides where requests go, and how they name Sepet. */
export interface FetchOptions {
  resolve: Resolve
  /** Networks that are allowed although they are not public. */
  allowedNetworks?: readonly Network[]
  version: string
  /** Time from the start, with the resolution of the name, to the end of the body; two seconds. */
  timeoutMs?: number
}

/** Creates the function that fetches profiles. `parseProfileUrl` has checked the form of their URLs. */
export function createProfileFetcher({
  resolve,
  allowedNetworks = [],
  version,
  timeoutMs = TIMEOUT_MS,
}: FetchOptions): FetchProfile {
  const publicOnly = createOutgoing({ resolve: strict(resolve, allowedNetworks), allowedNetworks, allowHttp: false })
  const local = createOutgoing({
    resolve: async () => LOCAL_ADDRESSES,
    allowedNetworks: LOCAL_ADDRESSES.map(parseNetwork).filter(each => each !== undefined),
    allowHttp: true,
  })
  return async url => {
    const outcome = await (isLocal(url) ? local : publicOnly).send({
      method: 'GET',
      url: url.href,
      headers: { Accept: 'application/json', 'Accept-Encoding': 'gzip', 'User-Agent': `Sepet/${version}` },
      timeoutMs,
      maxBodyBytes: MAX_BYTES + CODING_BYTES,
      signal: AbortSignal.timeout(timeoutMs),
    })
    return fetchedOf(outcome)
  }
}

/** A host with one address that is not public is refused, whatever its other addresses are. */
function strict(resolve: Resolve, allowedNetworks: readonly Network[]): Resolve {
  return async (host, signal) => {
    const found = await resolve(host, signal)
    const refused = found.filter(address => !isAllowed(address, allowedNetworks))
    return refused.length > 0 ? refused : found
  }
}

async function fetchedOf(outcome: Outcome): Promise<Fetched> {
  if ('error' in outcome) {
    const isOfHost = outcome.error === 'dns' || outcome.error === 'address'
    return isOfHost ? { code: 'invalid_profile_url', content: NOT_PUBLIC } : unreachable
  }
  if (outcome.status !== 200 || !['complete', 'limit'].includes(outcome.bodyEnd)) return unreachable
  const profile = outcome.bodyEnd === 'complete' ? readProfile(await jsonOf(outcome)) : undefined
  return profile ? { profile, keptMs: keptMsOf(outcome.headers.get('cache-control')) } : malformed
}

const unreachable: Fetched = {
  code: 'profile_unreachable',
  content: 'No answer with status 200 has come from the URL of the profile within 2 s. Redirects are not followed.',
}
const malformed: Fetched = {
  code: 'profile_malformed',
  content: 'The profile must be a JSON document of at most 64 KiB with ucp.version and ucp.capabilities.',
}

/** Returns the parsed body; undefined for what is no JSON, is too large, or has a coding that was not asked for. */
async function jsonOf(answer: Answer): Promise<unknown> {
  try {
    const decoded = await decode(
      answer.body,
      answer.headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity',
    )
    return decoded.length > MAX_BYTES ? undefined : JSON.parse(utf8.decode(decoded))
  } catch {
    return undefined
  }
}

/** @throws Error for a body that is not of the coding, or is too large when it is decoded */
async function decode(body: Uint8Array, coding: string): Promise<Uint8Array> {
  if (coding === 'identity' || coding === '') return body
  const decoder = Object.hasOwn(decoders, coding) ? decoders[coding] : undefined
  if (!decoder) throw new Error('unknown coding')
  return decoder(body, { maxOutputLength: MAX_BYTES })
}

/** Returns how long a profile is kept: a minute, or its `max-age` if longer, and at most a day. */
function keptMsOf(cacheControl = ''): number {
  const [, seconds = '0'] = /(?:^|[,\s])max-age\s*=\s*"?(\d{1,12})/i.exec(cacheControl) ?? []
  return Math.min(Math.max(Number(seconds) * 1_000, MIN_KEPT_MS), MAX_KEPT_MS)
}

/** API keys of platforms, which are compared in constant time. */

import { createHash } from 'node:crypto'
import { createSecretCheck } from '../../auth/secret-check.crypto.ts'
import { UcpRefusal } from '../refusals.ts'

/** A key of the settings. */
export interface ConfiguredKey {
  key: string
  /** The profile URL or the origin of the only platform that may use it; undefined for any. */
  boundTo: string | undefined
}

/** A key that was sent and is valid. */
export interface AcceptedKey {
  /** Names the platform where its key may not be stored. */
  digest: string
  boundTo: string | undefined
}

/**
 * Checks the key of a request.
 * @returns undefined where the settings have no keys
 * @throws UcpRefusal `unauthorized` without a valid key
 */
export type CheckKey = (sent: string | undefined) => AcceptedKey | undefined

/** Creates the check. Each call compares with every key, so that its time does not tell which one is similar. */
export function createKeyCheck(keys: readonly ConfiguredKey[]): CheckKey {
  const known = keys.map(({ key, boundTo }) => ({
    isKey: createSecretCheck(key),
    accepted: { digest: digestOf(key), boundTo },
  }))
  return sent => {
    if (known.length === 0) return undefined
    const [found] = known.filter(({ isKey }) => isKey(sent ?? ''))
    if (found) return found.accepted
    throw new UcpRefusal('unauthorized', 'Send a valid key: X-API-Key.', { 'WWW-Authenticate': 'ApiKey realm="ucp"' })
  }
}

/** Differs from the hash by which keys are compared. */
function digestOf(key: string): string {
  return `key:${createHash('sha256').update(`sepet ucp platform\n${key}`).digest('base64url')}`
}

/** Returns the name of a platform where its key or URL may not stand: of one length for every text. */
export function platformNameOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** Encrypts what renews the rights of a session, by a key that only the cookie of the session gives. */

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { createSchemaCheck } from '../../schema/check.ts'

const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
/** Bytes of the initialisation vector and of the tag (NIST SP 800-38D). */
const IV_BYTES = 12
const TAG_BYTES = 16
const INFO = 'sepet office grant'

/** What the provider has granted to a session, beyond the access token, which is not kept. */
export type Grant = Static<typeof Grant>

const Grant = Type.Object({
  refreshToken: Type.String(),
  /** Scopes that the provider has named last, space-separated. */
  granted: Type.Optional(Type.String()),
})
const checkGrant = createSchemaCheck(Grant)

/** Encrypts a grant. @param id of the session, which the browser alone has */
export function sealGrant(grant: Grant, id: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, keyOf(id), iv)
  const text = Buffer.concat([cipher.update(JSON.stringify(grant)), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
}

/** Decrypts a grant. @returns undefined for one of another session, or that was changed */
export function openGrant(sealed: string, id: string): Grant | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  const [iv, rest] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES)]
  try {
    const decipher = createDecipheriv(ALGORITHM, keyOf(id), iv, { authTagLength: TAG_BYTES })
    decipher.setAuthTag(rest.subarray(0, TAG_BYTES))
    const text = Buffer.concat([decipher.update(rest.subarray(TAG_BYTES)), decipher.final()]).toString()
    return checkGrant(JSON.parse(text)).value ?? undefined
  } catch {
    return undefined
  }
}

/** The id is random, so that a derivation without salt is enough (RFC 5869 section 3.1). The database has another hash of it. */
function keyOf(id: string): Buffer {
  return Buffer.from(hkdfSync('sha256', id, '', INFO, KEY_BYTES))
}

/** A sign-in that the identity provider has not answered yet: the browser keeps it in a cookie that no script can read. */

import Type, { type Static } from 'typebox'
import { createSchemaCheck } from '../../schema/check.ts'

/** What the answer of the identity provider must fit, and where the browser goes afterwards. */
export type PendingSignIn = Static<typeof PendingSignIn>

const Secret = Type.String({ pattern: '^[\\w-]{22,128}$' })
const PendingSignIn = Type.Object({
  /** Binds the answer to this browser (RFC 6749 section 10.12). */
  state: Secret,
  /** Binds the ID token to this sign-in (OpenID Connect Core section 3.1.2.1). */
  nonce: Secret,
  /** Proves that who asks for the tokens began the sign-in (RFC 7636). */
  verifier: Secret,
  /** Page of the office. */
  to: Type.String({ maxLength: 1_000 }),
})
const checkPending = createSchemaCheck(PendingSignIn)

/** Returns the value of the cookie. */
export function writePending({ state, nonce, verifier, to }: PendingSignIn): string {
  return Buffer.from(JSON.stringify({ state, nonce, verifier, to })).toString('base64url')
}

/** Reads the value of the cookie. @returns undefined for any other text */
export function readPending(value: string | undefined): PendingSignIn | undefined {
  if (value === undefined) return undefined
  try {
    const pending: unknown = JSON.parse(Buffer.from(value, 'base64url').toString())
    return checkPending(pending).value ?? undefined
  } catch {
    return undefined
  }
}

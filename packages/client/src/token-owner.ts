/** Whose access token a client uses: renewed tokens of one customer or guest have the same owner. */

import type { CartOwner } from './cart-memory.ts'
import type { Attempt } from './network.ts'

/**
 * Reads whose token it is. It trusts the token: the service checks it.
 *
 * @param token The access token.
 * @returns A text that is the same for all tokens of one owner, or for one token alone if its claims cannot be read.
 * @example
 *
 * ```ts
 * import { subjectOf } from "./token-owner.ts"
 *
 * console.log(subjectOf('eyJ.eyJ.c2ln'))
 * ```
 */
export function subjectOf(token: string): string {
  try {
    const [, payload = ''] = token.split('.')
    const { iss, sub } = JSON.parse(decoded(payload))
    return typeof sub === 'string' ? JSON.stringify([iss, sub]) : token
  } catch {
    return token
  }
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Decodes base64url (RFC 4648 section 5) to one character per byte. Older versions of React Native have no `atob`. */
function decoded(base64url: string): string {
  const bits = Array.from(base64url, digit => DIGITS.indexOf(digit).toString(2).padStart(6, '0')).join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return bytes.map(byte => String.fromCharCode(Number.parseInt(byte, 2))).join('')
}

/** The owner of a client, from {@link createTokenOwner}. */
export type TokenOwner = ReturnType<typeof createTokenOwner>

/**
 * Creates the owner of a client whose app returns the access tokens.
 *
 * @returns The owner, and the functions that take a token and send an attempt for its owner.
 * @example
 *
 * ```ts
 * import { createTokenOwner } from "./token-owner.ts"
 *
 * console.log(createTokenOwner().current())
 * ```
 */
export function createTokenOwner() {
  const owners = new WeakMap<Response, string>()
  let current: string | undefined
  const owner: CartOwner = { current: () => current, of: response => owners.get(response) }
  return {
    ...owner,
    /** Takes a token. Until it has arrived, nobody knows whose the client is: the app may return that of another owner. */
    async whenKnown(take: () => Promise<string>): Promise<string> {
      current = undefined
      const token = await take()
      current = subjectOf(token)
      return token
    },
    /** Sends a request that carries a token of the subject. */
    async send(subject: string, send: () => ReturnType<Attempt>): Promise<Response> {
      const response = await send()
      owners.set(response, subject)
      return response
    },
  }
}

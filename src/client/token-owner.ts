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
    const { iss, sub } = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/')))
    return typeof sub === 'string' ? JSON.stringify([iss, sub]) : token
  } catch {
    return token
  }
}

/**
 * Creates the owner of a client whose app returns the access tokens.
 *
 * @returns The owner, and a function that sends an attempt for the owner of a token.
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
    /** Sends a request that carries the token. */
    async send(token: string, answer: () => ReturnType<Attempt>): Promise<Response> {
      const subject = subjectOf(token)
      current = subject
      const response = await answer()
      owners.set(response, subject)
      return response
    },
  }
}

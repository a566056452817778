/** The client of an owner whose access tokens the app returns. */

import { createCalls, type SepetClient } from './calls.ts'
import { createCartMemory } from './cart-memory.ts'
import { type Attempt, createAttempt } from './network.ts'
import { STOREFRONT_RETRIES } from './repeatable-requests.ts'
import { NotRepeated } from './retrying-fetch.ts'
import { createTokenOwner, subjectOf } from './token-owner.ts'
import { authorised, type ClientOptions, createApi, takeToken } from './transport.ts'

/**
 * Creates a client with the access tokens of the app.
 *
 * @param options The URL of the service, the access token, and optionally `fetch` and the limits of the retries.
 * @returns The calls of the client.
 * @example
 *
 * ```ts
 * import { createTokenClient } from "./token-client.ts"
 *
 * const { cart } = createTokenClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
 * console.log((await cart.read()).totalQuantity)
 * ```
 */
export function createTokenClient(options: ClientOptions): SepetClient {
  const owner = createTokenOwner()
  const sendAttempt = createAttempt(options.fetch)
  /** The attempts of one call have one owner: after the app has changed whose tokens it returns, the call is not repeated. */
  const beginCall = (): Attempt => {
    let sender: string | undefined
    return async (request, timeoutSeconds) => {
      const token = await owner.whenKnown(() => takeToken(options.token, request.signal))
      const subject = subjectOf(token)
      if (sender !== undefined && sender !== subject) throw new NotRepeated('The tokens are of another owner now.')
      sender = subject
      return owner.send(subject, () => sendAttempt(authorised(request, token), timeoutSeconds))
    }
  }
  return createCalls(createApi(options, beginCall, STOREFRONT_RETRIES), createCartMemory(owner, Date.now))
}

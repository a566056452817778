/** The client of an owner whose access tokens the app returns. */

import { untilAborted } from './abort.ts'
import { createCalls, type SepetClient } from './calls.ts'
import { createCartMemory } from './cart-memory.ts'
import { type Attempt, createAttempt } from './network.ts'
import { type OwnedCalls, OwnerChangedError } from './owned-calls.ts'
import { createTokenOwner, subjectOf, type TokenOwner } from './token-owner.ts'
import { authorised, type ClientOptions, takeToken } from './transport.ts'

/**
 * Creates a client of the API. It keeps the last cart in memory, of the owner of the latest token.
 *
 * @param options The URL of the service, the access token, and optionally `fetch` and the limits of the retries.
 * @returns The client. The token is read and checked by each call, which throws a `TypeError` if it is missing or contains a
 *   character that no token contains (RFC 6750 section 2.1), and a `SepetError` if the request is refused. A write that has waited for
 *   earlier writes throws an `AbortError` if the token is of another owner than at the call.
 * @throws RangeError If a limit of the retries is out of its range.
 * @example
 *
 * ```ts
 * import { createClient } from "sepet-client"
 *
 * const sepet = createClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
 * const cart = await sepet.cart.addItem({ productId: 108, quantity: 3 })
 * console.log(cart.items.length, cart.grandTotal?.amount)
 * ```
 */
export function createClient(options: ClientOptions): SepetClient {
  const owner = createTokenOwner()
  return createCalls(options, createTokenCalls(options, owner), createCartMemory(owner, Date.now))
}

/** The attempts of one call have one owner, whose token is taken at the call if it waits, otherwise with the first attempt. */
function createTokenCalls({ token, fetch }: ClientOptions, owner: TokenOwner): OwnedCalls {
  const sendAttempt = createAttempt(fetch)
  const begin = (subjectAtCall?: Promise<string>): Attempt => {
    let sender: string | undefined
    return async (request, timeoutSeconds) => {
      if (subjectAtCall) sender = await untilAborted(subjectAtCall, request.signal)
      const taken = await owner.whenKnown(() => takeToken(token, request.signal))
      const subject = subjectOf(taken)
      sender ??= subject
      if (sender !== subject) throw new OwnerChangedError('The access token is of another owner than at the call.')
      return owner.send(subject, () => sendAttempt(authorised(request, taken), timeoutSeconds))
    }
  }
  return {
    begin: () => begin(),
    beginWaiting() {
      const subject = takeToken(token, undefined).then(subjectOf)
      // Its error is thrown when the turn of the call comes, and by no call that is aborted before.
      subject.catch(() => {})
      return begin(subject)
    },
  }
}

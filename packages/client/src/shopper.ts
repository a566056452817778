/** The client of a shopper: a guest until login, then a member. It takes, renews and merges the guest's tokens by itself. */

import { untilAborted } from './abort.ts'
import { createCalls, type SepetClient } from './calls.ts'
import type { CartClient } from './cart.ts'
import type { Cart } from './cart-document.ts'
import { createCartMemory } from './cart-memory.ts'
import { SepetError } from './errors.ts'
import { createGuest } from './guest.ts'
import { createTokenStorage, type GuestStorage } from './guest-storage.ts'
import { type Attempt, createAttempt } from './network.ts'
import { OwnerChangedError } from './owned-calls.ts'
import { STOREFRONT_RETRIES } from './repeatable-requests.ts'
import type { Api, CallOptions, Schemas } from './responses.ts'
import { createSession, type MemberToken, type OwnedToken, type Session, type ShopperSession } from './session.ts'
import { STOREFRONT_PATH } from './storefront-path.ts'
import { createClient } from './token-client.ts'
import { subjectOf } from './token-owner.ts'
import { authorised, createApi, isToken, type ServiceOptions } from './transport.ts'

/**
 * Options of {@link createShopperClient}.
 *
 * @example
 *
 * ```ts
 * import { createShopperClient, type ShopperOptions } from "sepet-client"
 *
 * const options: ShopperOptions = {
 *   baseUrl: 'https://shop.example.com',
 *   storage: {
 *     read: () => localStorage.getItem('sepet-guest'),
 *     write: value => (value === null ? localStorage.removeItem('sepet-guest') : localStorage.setItem('sepet-guest', value)),
 *   },
 * }
 * export const shopper = createShopperClient(options)
 * ```
 */
export interface ShopperOptions extends ServiceOptions {
  /** Keeps the guest's token between two starts of the app. Defaults to memory: the guest's cart is then lost with the app. */
  storage?: GuestStorage
  /** Maximum time of one read or write of the storage, in seconds, at least 0.01. Defaults to 10. */
  storageTimeoutSeconds?: number | undefined
  /** The device's clock, in milliseconds since the epoch. Defaults to `Date.now`. It may be wrong. */
  now?: () => number
}

/** The client of a shopper, from {@link createShopperClient}. */
export interface ShopperClient extends SepetClient {
  /**
   * Merges the guest's cart into the member's, and makes the shopper this member. Calls that begin meanwhile wait. A call in
   * progress that the service refuses because its guest was merged is sent again as the member.
   *
   * A login that throws changes nothing: the shopper stays who it was, and the login can be repeated. If the guest cannot be merged
   * any more (too old, or merged into another member), the login succeeds without it.
   *
   * @param token The member's access token, or a function that returns it. The function is called before every attempt of every
   *   call; it must not call this client.
   * @param options An `AbortSignal`.
   * @returns The member's cart.
   * @throws SepetError with 422 `cart_full`, or a code of every cart call (see {@link CartClient}) or of the renewal of an expired
   *   guest token.
   * @example
   *
   * ```ts
   * import { createShopperClient } from "sepet-client"
   *
   * declare function readAccessToken(): Promise<string>
   *
   * const shopper = createShopperClient({ baseUrl: 'https://shop.example.com' })
   * await shopper.cart.addItem({ productId: 108, quantity: 3 })
   * console.log((await shopper.logIn(readAccessToken)).totalQuantity)
   * ```
   */
  logIn: (token: MemberToken, options?: CallOptions) => Promise<Cart>
  /** Forgets the member, and the guest if there is one. The next call begins a new guest, whose cart is empty. */
  logOut: () => Promise<void>
  /** Whether the shopper is a member. False until {@link ShopperClient.logIn} has succeeded. */
  isLoggedIn: () => boolean
}

/**
 * Creates the client of a shopper, who is a guest until {@link ShopperClient.logIn}. The first call takes a guest token; nothing is
 * requested before. Guest tokens are renewed before they expire.
 *
 * A call of a guest throws the codes of its renewal too: 429 `rate_limited`, and 404 `not_found` if the service issues no guest
 * tokens. After 401 `guest_cancelled` the guest has logged in elsewhere, such as in the web checkout: log in or out.
 *
 * @param options The URL of the service, and optionally where the guest's token is kept, `fetch`, the limits of the retries and
 *   the clock.
 * @returns The client.
 * @throws RangeError If a limit of the retries or `storageTimeoutSeconds` is out of its range.
 * @example
 *
 * ```ts
 * import { createShopperClient } from "sepet-client"
 *
 * const shopper = createShopperClient({ baseUrl: 'https://shop.example.com' })
 * const cart = await shopper.cart.addItem({ productId: 108, quantity: 3 })
 * console.log(cart.items.length, shopper.isLoggedIn())
 * ```
 */
export function createShopperClient(shopperOptions: ShopperOptions): ShopperClient {
  const { storage, storageTimeoutSeconds, now = Date.now, ...options } = shopperOptions
  const attempt = createAttempt(options.fetch)
  const tokens = createTokenStorage(storage, storageTimeoutSeconds)
  const request = guestTokens(createApi(options, () => attempt, STOREFRONT_RETRIES))
  const owners = new WeakMap<Response, CartOwnerKey>()
  const memory = createCartMemory({ current: () => ownerNow(session), of: response => owners.get(response) }, now)
  const session = createSession({
    beginGuest: read => createGuest({ request, read, write: tokens.write, now }),
    storage: tokens,
    cartOf: token => createClient({ ...options, token }).cart,
    keepCart: (cart, member) => memory.keep(JSON.stringify(cart), member, memory.nextSequence()),
  })
  const begin = () => attemptsOf(session, owners, attempt)
  return {
    ...createCalls(options, { begin, beginWaiting: begin }, memory),
    logIn: session.logIn,
    logOut: () => session.logOut().finally(memory.forget),
    isLoggedIn: () => !('guest' in session.current()),
  }
}

/**
 * Creates the attempts of one call, with the shopper's token. All of them have the owner of the call: who the shopper is when it begins, or
 * after a login or logout in progress.
 */
function attemptsOf(session: ShopperSession, owners: WeakMap<Response, CartOwnerKey>, attempt: Attempt): Attempt {
  let sender = session.settled() ? undefined : session.current()
  let isFirst = true
  const send = sendAsShopper(session, attempt)
  return async (request, timeoutSeconds) => {
    const { signal } = request
    for (let end = session.settled(); end; end = session.settled()) await untilAborted(end, signal)
    const owner = session.current()
    const isSame = sender === undefined || sender === owner
    const isMoved = sender !== undefined && session.continues(sender, owner)
    const mayGoOn = mayMove(request) || (isFirst && isRemoval(request))
    if (!isSame && !(isMoved && mayGoOn)) {
      throw new OwnerChangedError('The shopper has logged in or out since the call.')
    }
    sender = owner
    isFirst = false
    const result = await send(owner, request, timeoutSeconds)
    owners.set(result.response, result.owner)
    return result.response
  }
}

/**
 * Creates the sending with the shopper's token. A call of a guest that is refused with 401 is sent once more, if another token may
 * help: nothing has been done before a 401.
 */
function sendAsShopper({ otherToken }: ShopperSession, attempt: Attempt) {
  return async (owner: Session, request: Request, timeoutSeconds: number): Promise<OwnedResponse> => {
    const { signal } = request
    const send = async (each: Request, { token, owner: sender }: OwnedToken): Promise<OwnedResponse> => ({
      owner: ownerOf(sender, token),
      response: await attempt(authorised(each, token), timeoutSeconds),
    })
    if (!('guest' in owner)) return send(request, { owner, token: await untilAborted(owner.token(), signal) })
    const { guest } = owner
    const token = await untilAborted(guest.token(), signal)
    const again = request.clone()
    const result = await send(request, { owner, token })
    const { response } = result
    const other =
      response.status === 401 && mayMove(again)
        ? await untilAborted(otherToken(guest, token, response), signal)
        : undefined
    return other ? send(again, other) : result
  }
}

/**
 * Whether a call of a guest may go on as the member who has merged the guest: it then reads the member's cart, adds with its key, or changes a
 * line that has moved. Emptying, a coupon or a campaign would change what the member had before; a repeated removal could not
 * tell whether the line was removed or has moved into another.
 */
function mayMove({ method, url }: Request): boolean {
  return method === 'GET' || (method === 'POST' && url.endsWith('/cart-items')) || method === 'PATCH'
}

function isRemoval({ method, url }: Request): boolean {
  return method === 'DELETE' && url.includes('/cart-items/')
}

/** Whose a cart is: a guest by the subject of the token, since a guest who is not renewed is followed by a new one, or a login. */
type CartOwnerKey = string | Session

function ownerOf(session: Session, token: string): CartOwnerKey {
  return 'guest' in session ? subjectOf(token) : session
}

function ownerNow(session: ShopperSession): CartOwnerKey | undefined {
  const current = session.current()
  return 'guest' in current ? current.guest.subject() : current
}

/** A response, and for whom its request was sent. */
interface OwnedResponse {
  owner: CartOwnerKey
  response: Response
}

/** Requests of guest tokens. */
function guestTokens(api: Api) {
  return async (token?: string): Promise<Schemas['GuestToken']> => {
    const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` }
    const { data, error, response } = await api.POST(`${STOREFRONT_PATH}/guest-tokens`, { headers })
    const isOurs = isToken(data?.accessToken) && !Number.isNaN(Date.parse(data.expiresAt))
    if (!response.ok || !isOurs) throw new SepetError(response, error)
    return { accessToken: data.accessToken, expiresAt: data.expiresAt }
  }
}

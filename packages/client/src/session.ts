/** Who a shopper is: a guest, or after a login a member. Logins and logouts happen one after the other. */

import { untilAborted } from './abort.ts'
import type { CartClient } from './cart.ts'
import type { Cart } from './cart-document.ts'
import { codesOf, SepetError } from './errors.ts'
import type { Guest } from './guest.ts'
import type { TokenStorage } from './guest-storage.ts'
import { createQueue } from './queue.ts'
import type { CallOptions } from './responses.ts'

/** The access token of a member, or a function that returns one. */
export type MemberToken = string | (() => string | Promise<string>)

/** Who the shopper is. */
export type Session = { guest: Guest } | Member

interface Member {
  token: () => Promise<string>
  /** The guest whom the login merged. */
  merged: Guest | undefined
}

/** A token, and whose it is. */
export interface OwnedToken {
  token: string
  owner: Session
}

/** What the session of a shopper needs. */
export interface SessionDependencies {
  /** Begins a guest, whose earlier token is read by the given function. */
  beginGuest: (read: TokenStorage['read']) => Guest
  storage: TokenStorage
  /** Creates the cart calls of a member. */
  cartOf: (token: () => Promise<string>) => CartClient
  /** Called with the cart of a member who has logged in. */
  keepCart: (cart: Cart, member: Session) => void
}

/** The session of a shopper, from {@link createSession}. */
export type ShopperSession = ReturnType<typeof createSession>

/**
 * Creates the session of a shopper, who is a guest.
 *
 * @param dependencies The storage, and how a guest and a member are created.
 * @returns The functions that read and change who the shopper is.
 * @example
 *
 * ```ts
 * import { createSession, type SessionDependencies } from "./session.ts"
 *
 * export async function logInAndOut(dependencies: SessionDependencies, token: string) {
 *   const session = createSession(dependencies)
 *   console.log((await session.logIn(token)).totalQuantity)
 *   await session.logOut()
 * }
 * ```
 */
export function createSession({ beginGuest, storage, cartOf, keepCart }: SessionDependencies) {
  let session: Session = { guest: beginGuest(storage.read) }
  const { inOrder, settled } = createQueue()

  async function logIn(token: MemberToken, options: CallOptions): Promise<Cart> {
    const read = async () => (typeof token === 'function' ? token() : token)
    const guest = 'guest' in session ? session.guest : undefined
    const { cart, isMerged } = await merge(guest, cartOf(read), options)
    guest?.end()
    session = { token: read, merged: isMerged ? guest : undefined }
    keepCart(cart, session)
    await storage.write(null)
    return cart
  }

  async function logOut(): Promise<void> {
    if ('guest' in session) session.guest.end()
    session = { guest: beginGuest(async () => undefined) }
    await storage.write(null)
  }

  return {
    /** Who the shopper is now. */
    current: () => session,
    /**
     * The end of the login or logout in progress; undefined if there is none. A call then takes its token without waiting, so a login
     * that begins after the call merges the guest of this call.
     */
    settled,

    /** Whether a call of one session may go on in another: in the same, or in that of the member who merged its guest. */
    continues: (earlier: Session, later: Session) =>
      earlier === later || ('guest' in earlier && !('guest' in later) && later.merged === earlier.guest),

    /** Merges the guest into a member, who the shopper is then. An error changes nothing. */
    logIn: (token: MemberToken, options: CallOptions = {}) => inOrder(() => logIn(token, options), options.signal),
    /** Forgets the member or the guest. */
    logOut: () => inOrder(logOut),

    /**
     * Returns another token for a call of a guest that was refused, and whose it is.
     *
     * @param guest The guest who sent the call.
     * @param refused The token of the call.
     * @param response The response, with status 401.
     * @returns undefined if the call must not be sent again.
     */
    async otherToken(guest: Guest, refused: string, response: Response): Promise<OwnedToken | undefined> {
      const codes = await codesOf(response)
      const isInvalid = codes.includes('token_invalid')
      if (!isInvalid && !codes.includes('guest_cancelled')) return undefined
      await settled()
      const owner = session
      const mayHelp = 'guest' in owner ? owner.guest === guest && isInvalid : owner.merged === guest
      if (!mayHelp) return undefined
      const token = await ('guest' in owner ? guest.replacementOf(refused) : owner.token())
      return token === undefined ? undefined : { token, owner }
    },
  }
}

interface Merged {
  /** The member's cart. */
  cart: Cart
  /** False if there was nothing to merge any more: the guest is too old, or another member's. */
  isMerged: boolean
}

/** Merges the guest into the member's cart. */
async function merge(guest: Guest | undefined, cart: CartClient, options: CallOptions): Promise<Merged> {
  if (!guest) return { cart: await cart.read(options), isMerged: false }
  let token = await untilAborted(guest.tokenToMerge(), options.signal)
  for (let attempt = 1; token !== undefined; attempt++) {
    try {
      return { cart: await cart.merge(token, options), isMerged: true }
    } catch (error) {
      if (!(error instanceof SepetError)) throw error
      const isInvalid = error.has('guest_token_invalid')
      if (!isInvalid && !error.has('guest_merged_elsewhere')) throw error
      if (!isInvalid || attempt === 2) break
      token = await untilAborted(guest.renewedTokenToMerge(token), options.signal)
    }
  }
  return { cart: await cart.read(options), isMerged: false }
}

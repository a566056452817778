/** The way into the web checkout: links that work once, for a minute. */

import { type Api, bodyOf, type CallOptions, type Schemas } from './answers.ts'

/** What a web view opens, and until when. */
export type CheckoutLink = Schemas['HandoffLink']

export interface LinkOptions extends CallOptions {
  /** Where the web checkout opens, such as `/odeme`. */
  returnPath?: string
}

export type CheckoutClient = ReturnType<typeof createCheckoutClient>

const STOREFRONT = '/api/v3/storefront/2026-01'

/** Makes the checkout's part of the client. */
export function createCheckoutClient(api: Api) {
  return {
    /** Asks for a link for the member whose token the client has. */
    memberLink: (options: LinkOptions = {}): Promise<CheckoutLink> =>
      bodyOf(api.POST(`${STOREFRONT}/checkout-session`, request(options))),

    /** Asks for a link for the guest whose token the client has. */
    guestLink: (options: LinkOptions = {}): Promise<CheckoutLink> =>
      bodyOf(api.POST(`${STOREFRONT}/checkout-guest-session`, request(options))),
  }
}

function request({ returnPath, ...options }: LinkOptions) {
  return { body: returnPath === undefined ? {} : { returnPath }, ...options }
}

/** The orders of the example: it holds the cart before the payment, and reports how the payment ends. Sepet's checkout is the only record. */

import { randomBytes } from 'node:crypto'
import { readPieces } from './return-pages.js'
import { Problem } from './sepet.js'
import { isSoldOut } from './stock.js'

/** @typedef {import('node:http').IncomingMessage} Request */
/** @typedef {import('../../src/checkouts/checkout.document.ts').CheckoutDocument['data']} Checkout */
/** @typedef {import('./html.js').AnyCart} AnyCart */

/** Digits and letters that are not mistaken for each other. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Owners whose last payment is remembered; beyond it the oldest is forgotten, and gets a new order number. */
const REMEMBERED = 10_000

/** Makes an order number: the date and 50 random bits, such as `20261122-7Q2M9XD4TK`. */
export function newReference() {
  const date = new Date().toISOString().slice(0, 10).replaceAll('-', '')
  return `${date}-${Array.from(randomBytes(10), byte => ALPHABET[byte % 32]).join('')}`
}

/** Returns the order number in the path of a payment or an order; undefined for any other path. @param {string} path */
export const referenceIn = path =>
  /^\/(?:odeme|order)\/(\d{8}-[0-9A-Z]{10})(?:\/(?:cancelled|iade|iptal))?$/.exec(path)?.[1]

/** Returns the path of the page that shows a checkout in its state. A path of an order that exists has no page of another state: an app that sees it in its web view knows that the order is placed. @param {Checkout} checkout */
export function placeOf({ state, reference }) {
  if (state === 'held') return `/odeme/${reference}`
  if (state === 'cancelled') return `/order/${reference}/cancelled`
  return state === 'completed' ? `/order/${reference}` : '/odeme?message=payment_ended'
}

/** Returns why a cart cannot be ordered, as a key of the texts' messages; undefined when it can. @param {AnyCart} cart */
export function obstacleOf({ data, included }) {
  const unavailable = included.find(({ attributes }) => !attributes.availableForSale)
  if (unavailable) return isSoldOut(unavailable) ? 'sold_out' : 'not_for_sale'
  return data.attributes.belowMinimumOrder ? 'below_minimum' : undefined
}

/** Creates the actions of the checkout. @param {ReturnType<typeof import('./sepet.js').createSepet>} sepet */
export function createOrders(sepet) {
  /** Reads a checkout of the session's owner. @param {Request} request @param {string | undefined} reference @throws {Problem} 404 for any other */
  async function read(request, reference) {
    const subject = await sepet.readSubject(request)
    const checkout = reference && (await sepet.readCheckout(request, reference))
    if (!checkout || checkout.subject !== subject) throw new Problem(404, 'checkout_not_found')
    return checkout
  }

  /** The payment that each owner has begun last. A shop stores it with its orders; what is lost here is begun again. @type {Map<string, string>} */
  const begun = new Map()

  /** @param {string} subject @param {string} reference */
  function remember(subject, reference) {
    begun.delete(subject)
    begun.set(subject, reference)
    for (const oldest of begun.keys()) if (begun.size > REMEMBERED) begun.delete(oldest)
  }

  /** Finds the payment that an owner has begun and not ended. @param {Request} request @param {string} subject */
  async function findLiving(request, subject) {
    const reference = begun.get(subject)
    if (reference === undefined) return []
    const checkout = await sepet.readCheckout(request, reference).catch(error => {
      if (!(error instanceof Problem) || error.status !== 404) throw error
    })
    return checkout?.state === 'held' && checkout.subject === subject ? [reference] : []
  }

  /** Holds a cart under the first order number that can be used. Under that of a payment with the same totals nothing is held anew; one with other totals ends by the hold under another number. @param {Request} request @param {string[]} references @param {object} body @returns {Promise<Checkout>} */
  async function hold(request, [reference = newReference(), ...others], body, attempts = 3) {
    try {
      return await sepet.holdCheckout(request, reference, body)
    } catch (error) {
      if (!(error instanceof Problem) || error.key !== 'reference_taken' || attempts === 1) throw error
      return hold(request, others, body, attempts - 1)
    }
  }

  /** What the buttons do, by their value. Each returns the path of the next page. @type {Record<string, (request: Request, form: URLSearchParams, reference: string | undefined) => Promise<string>>} */
  const actions = {
    /** Holds the cart with the totals that the shopper saw, or continues the payment that was begun with these totals. */
    async pay(request, form) {
      const subject = await sepet.readSubject(request)
      const own = referenceIn(`/odeme/${form.get('reference')}`) ?? newReference()
      const cargoPrice = form.get('cargoPrice')
      const expected = { grandTotal: form.get('grandTotal'), ...(cargoPrice !== null && { cargoPrice }) }
      const references = [...(await findLiving(request, subject)), own]
      const checkout = await hold(request, references, { subject, expected })
      remember(subject, checkout.reference)
      const obstacle = checkout.cart && obstacleOf(checkout.cart)
      if (checkout.state !== 'held' || !obstacle) return placeOf(checkout)
      await sepet.releaseCheckout(request, checkout.reference)
      throw new Problem(422, obstacle)
    },

    /** Completes: a shopper who has paid has an order, also after the hold has ended. */
    async 'payment-succeeds'(request, _form, reference) {
      const checkout = await read(request, reference)
      // A page that was left open must not bring back an order that its owner has cancelled.
      if (checkout.state === 'cancelled') return placeOf(checkout)
      return placeOf(await sepet.completeCheckout(request, checkout.reference))
    },

    /** Releases what is held, and leaves an order alone. */
    async 'payment-fails'(request, _form, reference) {
      const checkout = await read(request, reference)
      if (checkout.state === 'completed' || checkout.state === 'cancelled') return placeOf(checkout)
      if (checkout.state === 'held') await sepet.releaseCheckout(request, checkout.reference)
      return '/odeme?message=payment_failed'
    },

    /** Takes pieces back. The key of the form makes a form that is sent twice one return. A shop pays the money back here, or once the pieces have come. */
    async return(request, form, reference) {
      const checkout = await read(request, reference)
      await sepet.returnItems(request, checkout.reference, readPieces(form), form.get('key') ?? '')
      return `${placeOf(checkout)}?message=returned`
    },

    /** Cancels an order. A shop pays the money back here. */
    async 'cancel-order'(request, _form, reference) {
      const checkout = await read(request, reference)
      if (checkout.state === 'completed') await sepet.releaseCheckout(request, checkout.reference)
      return placeOf({ ...checkout, state: checkout.state === 'completed' ? 'cancelled' : checkout.state })
    },
  }

  return { read, actions }
}

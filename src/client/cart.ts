/** The cart of the token's owner: every call answers the whole cart as it is now. */

import { type Api, bodyOf, type CallOptions, type Schemas } from './answers.ts'

/** An item with everything that is known about it. */
export type CartItem = Schemas['CartItem']['attributes'] & { id: string }

/** A cart with its items in their order. What does not apply is absent. */
export type Cart = Schemas['Cart']['data']['attributes'] & { items: CartItem[] }

/** A cart after something was added. */
export type CartAfterAdding = Cart & {
  /** The id of the item that was added, or whose quantity was raised. */
  affectedItemId: string
}

export interface NewItem {
  productId: number
  /** Only for a product that has variants. */
  variantId?: number
  quantity: number
}

/** What is left out keeps its value, null clears. */
export interface ItemNotes {
  orderNote?: string | null
  giftNote?: string | null
  giftPackage?: boolean
}

export type CartClient = ReturnType<typeof createCartClient>

const CART = '/api/v3/storefront/2026-01/cart'
const ITEMS = '/api/v3/storefront/2026-01/cart-items'

/** Makes the cart's part of the client. */
export function createCartClient(api: Api) {
  return {
    /** Reads the cart. */
    read: async (options: CallOptions = {}) => toCart(await bodyOf(api.GET(CART, { ...options }))),

    /** Empties the cart; coupon and campaign go too. */
    clear: async (options: CallOptions = {}) => toCart(await bodyOf(api.DELETE(CART, { ...options }))),

    /** Adds an item, or adds to the quantity of an item that is there. */
    addItem: async (item: NewItem, options: CallOptions = {}): Promise<CartAfterAdding> => {
      const document = await bodyOf(api.POST(ITEMS, { body: item, ...options }))
      return { ...toCart(document), affectedItemId: document.meta?.affectedItemId ?? '' }
    },

    /** Sets the quantity of an item to a new value. */
    setQuantity: async (itemId: string, quantity: number, options: CallOptions = {}) => {
      const params = { path: { itemId } }
      return toCart(await bodyOf(api.PATCH(`${ITEMS}/{itemId}`, { params, body: { quantity }, ...options })))
    },

    /** Sets the notes of an item. */
    setNotes: async (itemId: string, notes: ItemNotes, options: CallOptions = {}) => {
      const params = { path: { itemId } }
      return toCart(await bodyOf(api.PATCH(`${ITEMS}/{itemId}/notes`, { params, body: notes, ...options })))
    },

    /** Removes an item. */
    removeItem: async (itemId: string, options: CallOptions = {}) =>
      toCart(await bodyOf(api.DELETE(`${ITEMS}/{itemId}`, { params: { path: { itemId } }, ...options }))),

    /** Applies a coupon. It held if the answer has an `appliedCoupon`. */
    applyCoupon: async (couponCode: string, options: CallOptions = {}) =>
      toCart(await bodyOf(api.POST(`${CART}/coupon`, { body: { couponCode }, ...options }))),

    /** Removes the coupon. */
    removeCoupon: async (options: CallOptions = {}) =>
      toCart(await bodyOf(api.DELETE(`${CART}/coupon`, { ...options }))),

    /** Chooses one of the cart's `campaigns`. */
    chooseCampaign: async (campaignId: number, options: CallOptions = {}) =>
      toCart(await bodyOf(api.POST(`${CART}/campaign`, { body: { campaignId }, ...options }))),

    /** Removes the campaign. */
    removeCampaign: async (options: CallOptions = {}) =>
      toCart(await bodyOf(api.DELETE(`${CART}/campaign`, { ...options }))),

    /** At login: moves what a guest has put in the cart into that of the member, whose token the client has by now. */
    merge: async (guestToken: string, options: CallOptions = {}) =>
      toCart(await bodyOf(api.POST(`${CART}/merge`, { body: { guestToken }, ...options }))),
  }
}

/** The JSON:API document without its wrapping. */
export function toCart({ data, included }: Schemas['Cart']): Cart {
  const items = new Map(included.map(({ id, attributes }) => [id, { id, ...attributes }]))
  const inOrder = data.relationships.items.data.map(({ id }) => items.get(id))
  return { ...data.attributes, items: inOrder.filter(each => each !== undefined) }
}

/** What the adapters of generated clients offer, beside which this file is compiled: it imports nothing. */

/** What the adapter of a generated client reads of a cart. */
export interface SeenCart {
  totalQuantity: number
  subtotal: { amount: string; currencyCode: string; decimalPlaces: number }
  couponCode: string | null
  lines: { id: string; variantId: number | null; unitPrice: string }[]
}

/** Calls of a generated client with the token of one guest. Each throws for a refusal. */
export interface RoundTrip {
  addItem: (productId: number, quantity: number) => Promise<SeenCart>
  setQuantity: (itemId: string, quantity: number) => Promise<SeenCart>
  setNotes: (itemId: string, giftPackage: boolean) => Promise<SeenCart>
  applyCoupon: (couponCode: string) => Promise<SeenCart>
  readCart: () => Promise<SeenCart>
  removeItem: (itemId: string) => Promise<SeenCart>
}

/** Creates a guest token by the generated client. */
export type StartRoundTrip = (url: string) => Promise<RoundTrip>

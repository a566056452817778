/** The model of agents' carts: what they have besides the lines, and when they are found. */

import type { StoredCart } from '../../cart/cart.ts'

/** What an agent's cart has besides its lines. Times are in milliseconds since the epoch. */
export interface UcpRecord {
  /** 1 at the creation; each update increments it. */
  revision: number
  /** Coupon codes as they were sent. */
  codes: string[]
  expiresAt: number
  cancelledAt: number | null
}

/** An agent's cart as stored. */
export interface StoredUcpCart {
  /** Undefined where there is no such cart. */
  record: UcpRecord | undefined
  /** Without a coupon; empty where there is no such cart. */
  stored: StoredCart
}

/** Whether a cart is found at `now`, in milliseconds since the epoch. */
export function isLiving(record: UcpRecord | undefined, now: number): record is UcpRecord {
  return record !== undefined && record.cancelledAt === null && now < record.expiresAt
}

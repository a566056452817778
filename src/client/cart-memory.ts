/** The last cart of a client, for conditional reads and for screens without a network. */

import type { Cart } from './cart-document.ts'

/** Whose cart a client reads and changes. */
export interface CartOwner {
  /** The owner now; undefined if it is not known yet. */
  current: () => unknown
  /** The owner for whom a response was sent; undefined if it is not known. */
  of: (response: Response) => unknown
}

/** A kept cart. */
export interface KeptCart {
  owner: unknown
  /** The cart as JSON, so that no caller can change it. */
  text: string
  /** The `ETag` of the response; undefined after a write. */
  tag: string | undefined
  /** When the cart arrived, in milliseconds since the epoch. */
  readAt: number
  /** The step at which the service was asked or, after a write, has answered. */
  step: number
}

/** A memory of one cart, from {@link createCartMemory}. */
export type CartMemory = ReturnType<typeof createCartMemory>

/**
 * Creates a memory of one cart. It returns the cart to its owner alone.
 *
 * @param owner Whose cart the client reads.
 * @param now The device's clock, in milliseconds since the epoch.
 * @returns The functions that keep and return the cart.
 * @example
 *
 * ```ts
 * import { createCartMemory } from "./cart-memory.ts"
 *
 * const memory = createCartMemory({ current: () => 'guest', of: () => 'guest' }, Date.now)
 * console.log(memory.kept())
 * ```
 */
export function createCartMemory(owner: CartOwner, now: () => number) {
  let held: KeptCart | undefined
  let steps = 0
  return {
    /** Counts a step: a read takes one before it is sent, a write after its response. */
    step: () => ++steps,

    /** The last cart of the current owner; undefined if there is none. */
    kept(): KeptCart | undefined {
      const now = owner.current()
      if (now === undefined) return undefined
      if (held?.owner !== now) held = undefined
      return held
    },

    /**
     * Keeps a cart, unless it is older than the kept one or not the current owner's.
     *
     * @param cart The cart as JSON.
     * @param of Its owner.
     * @param step The step of its read or write.
     * @param tag The `ETag` of its response.
     */
    keep(text: string, of: unknown, step: number, tag?: string): void {
      if (of === undefined || of !== owner.current()) return
      if (held?.owner === of && held.step > step) return
      held = { owner: of, text, tag, readAt: now(), step }
    },

    /** The owner for whom a response was sent. */
    ownerOf: owner.of,

    /** The time by the device's clock, in milliseconds since the epoch. */
    now,

    /** Forgets the cart. */
    forget(): void {
      held = undefined
    },
  }
}

/**
 * Returns a kept cart.
 *
 * @param kept The kept cart.
 * @returns A cart of its own, which the caller may change.
 * @example
 *
 * ```ts
 * import { cartOf, type KeptCart } from "./cart-memory.ts"
 *
 * export const show = (kept: KeptCart) => console.log(cartOf(kept).totalQuantity)
 * ```
 */
export function cartOf({ text }: KeptCart): Cart {
  return JSON.parse(text) as Cart
}

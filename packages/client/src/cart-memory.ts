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
  /** The number of the read, taken before its request, or of the write, taken after its response. The higher number is newer. */
  sequence: number
}

/** A memory of one cart, from {@link createCartMemory}. */
export interface CartMemory {
  nextSequence: () => number
  kept: () => KeptCart | undefined
  keep: (text: string, itsOwner: unknown, sequence: number, tag?: string) => void
  selected: (key: string) => CartMemory
  ownerOf: (response: Response) => unknown
  now: () => number
  forget: () => void
}

const MAX_SELECTIONS = 8

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
export function createCartMemory(owner: CartOwner, now: () => number): CartMemory {
  let held: KeptCart | undefined
  let sequences = 0
  const selections = new Map<string, CartMemory>()
  return {
    /** The next sequence number: a read takes one before it is sent, a write after its response. */
    nextSequence: () => ++sequences,

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
     * @param text The cart as JSON.
     * @param itsOwner The owner of the cart.
     * @param sequence The sequence number of its read or write.
     * @param tag The `ETag` of its response.
     */
    keep(text: string, itsOwner: unknown, sequence: number, tag?: string): void {
      if (itsOwner === undefined || itsOwner !== owner.current()) return
      if (held?.owner === itsOwner && held.sequence > sequence) return
      held = { owner: itsOwner, text, tag, readAt: now(), sequence }
    },

    /** The owner for whom a response was sent. */
    ownerOf: owner.of,

    /** The time by the device's clock, in milliseconds since the epoch. */
    now,

    /**
     * The memory of a selection of fields, which has a cart and a tag of its own. The eight that were used last are kept.
     *
     * @param key Equal for equal selections.
     */
    selected(key: string): CartMemory {
      const memory = selections.get(key) ?? createCartMemory(owner, now)
      selections.delete(key)
      selections.set(key, memory)
      const [oldest = key] = selections.keys()
      if (selections.size > MAX_SELECTIONS) selections.delete(oldest)
      return memory
    },

    /** Forgets the cart. */
    forget(): void {
      held = undefined
      selections.clear()
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

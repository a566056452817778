/** The steps of the cart round trip of a generated client, with their expected results. */

import assert from 'node:assert/strict'
import type { RoundTrip } from './seen-cart.ts'

/** One step by name; a later step uses the line of the first. */
export interface Step {
  name: string
  run: () => Promise<void>
}

const LINEN = 108
const COUPON = 'İNDİRİM'

/** Returns the steps of the round trip in the sample shop, in order. */
export function stepsOf(start: () => Promise<RoundTrip>): Step[] {
  let client: RoundTrip
  let itemId = ''
  const step = (name: string, run: () => Promise<void>): Step => ({ name, run })
  return [
    step('a guest token is created', async () => {
      client = await start()
    }),
    step('an item is added', async () => {
      const cart = await client.addItem(LINEN, 3)
      const [line] = cart.lines
      assert.ok(line)
      itemId = line.id
      assert.deepEqual([cart.totalQuantity, line.variantId], [3, null])
      assert.match(line.unitPrice, /^\d+\.\d\d$/)
    }),
    step('a quantity is set', async () => {
      assert.equal((await client.setQuantity(itemId, 6)).totalQuantity, 6)
    }),
    step('notes are set', async () => {
      assert.equal((await client.setNotes(itemId, true)).lines[0]?.id, itemId)
    }),
    step('a coupon is applied', async () => {
      assert.equal((await client.applyCoupon(COUPON)).couponCode, COUPON)
    }),
    step('the cart is read', async () => {
      const { totalQuantity, subtotal } = await client.readCart()
      assert.deepEqual([totalQuantity, subtotal.currencyCode, subtotal.decimalPlaces], [6, 'TRY', 2])
      assert.match(subtotal.amount, /^\d+\.\d\d$/)
    }),
    step('an item is removed', async () => {
      assert.deepEqual((await client.removeItem(itemId)).lines, [])
    }),
  ]
}

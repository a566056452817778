/** Parsed coupons that are kept. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCoupon } from './parse-coupon.ts'

const document = (fields: object) => JSON.stringify({ code: 'YAZ10', campaignId: 9, ...fields })

test('a coupon is parsed once, and stays while thousands of codes of batches are parsed', () => {
  const hot = document({ conditions: { productIds: Array.from({ length: 1_000 }, (_, id) => id) } })
  const first = parseCoupon(hot)
  for (let n = 0; n < 20_000; n++) {
    assert.equal(parseCoupon(document({ code: `KOD-${n}`, batch: 'b', description: 'x'.repeat(200) })).code, `KOD-${n}`)
  }
  assert.equal(parseCoupon(hot), first)
})

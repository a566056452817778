/** Checks the consistency of a cart response: totals, lines, and included items. */

import assert from 'node:assert/strict'
import type { CartDocument } from '../../../../src/cart/pricing/cart.document.ts'
import type { ShownCart } from '../../cart/cart.ts'
import { expectedAttributes, money, worthOf } from './shop.ts'

/** @throws AssertionError that names the first inconsistency */
export function assertWhole(document: ShownCart): void {
  const { data, included, meta } = document
  const ids = included.map(({ id }) => id)
  assert.deepEqual(
    data.relationships.items.data.map(({ id }) => id),
    ids,
    'references and included items',
  )
  assert.equal(new Set(ids).size, ids.length, 'a line appears twice')
  const items = included.map(({ attributes: { productId, variantId } }) => `${productId} ${variantId}`)
  assert.equal(new Set(items).size, items.length, `an item has two lines: ${items}`)
  for (const { attributes } of included) assert.deepEqual(attributes.lineTotal, money(worthOf(attributes).net))
  if (meta?.affectedItemId) assert.ok(ids.includes(meta.affectedItemId), 'the affected line is missing')
  // Each coupon of the histories applies to every line.
  const coupon = data.meta?.coupon
  if (coupon) assert.match(coupon.reason, ids.length === 0 ? /^(unknown|products)$/ : /^unknown$/)
  assert.deepEqual(compared(data.attributes), expectedAttributes(document))
}

/** @returns the attributes, with objects that are not money reduced to their ids */
function compared({ campaigns, appliedCoupon, appliedCampaign, ...others }: CartDocument['data']['attributes']) {
  return {
    ...others,
    ...(others.totalQuantity > 0 && { campaigns: campaigns?.map(({ id }) => id).sort() ?? [] }),
    ...(appliedCoupon && { appliedCoupon: appliedCoupon.discountAmount }),
    ...(appliedCampaign && { appliedCampaign: appliedCampaign.discountAmount }),
  }
}

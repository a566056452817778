/** The worked example of docs/pricing.md, computed by a real server. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { addItem, cartOf } from '../support/cart/cart.ts'
import { startService } from '../support/service/service.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/pricing.md'), 'utf8')
const [shop, expected] = [...page.matchAll(/```json\n([\s\S]+?)```/g)].map(([, text = '']) => JSON.parse(text))
const steps = [
  ...page.matchAll(
    /^\| (?:Unit price|Line total|Subtotal|Coupon|Campaign|Shipping|Grand total).*\| (?:.*shown as )?([\d.]+) \|$/gm,
  ),
]

it('the worked example of docs/pricing.md is what Sepet computes', async () => {
  const service = await startService('sqlite')
  await service.importShop(shop)
  const token = await service.token('member', { id: '42' })
  const post = (path: string, body: object) => service.call('POST', path, { token, body })
  await addItem(service, token, 1, 3)
  await addItem(service, token, 2, 1)
  await post('/cart/coupon', { couponCode: 'indirim' })
  const { data, included } = cartOf(await post('/cart/campaign', { campaignId: 7 }))
  const { attributes } = data
  assert.deepEqual(attributes, expected)
  assert.deepEqual(
    steps.map(([, amount]) => amount),
    [
      included[0]?.attributes.unitPrice.amount,
      included[0]?.attributes.lineTotal.amount,
      included[1]?.attributes.lineTotal.amount,
      attributes.subtotal.amount,
      attributes.appliedCoupon?.discountAmount.amount,
      attributes.appliedCampaign?.discountAmount.amount,
      attributes.cargoPrice?.amount,
      attributes.grandTotal?.amount,
    ],
  )
  await service.stop()
})

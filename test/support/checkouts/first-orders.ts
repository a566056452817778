/** Promotions of first orders alone, and whether the customer of a cart has ordered, as carts read it. */

import { sql } from 'kysely'
import { type Owner, parseSubject } from '../../../src/auth/identity.ts'
import { loadCart } from '../../../src/cart/storage/cart.store.ts'
import type { Campaign, Coupon } from '../../../src/model/campaign.ts'
import { foldCouponCode } from '../../../src/model/coupon-code.ts'
import { incrementRevision } from '../../../src/shop/revision.sql.ts'
import type { TestService } from '../service/service.ts'
import { subjectOf } from './orders.ts'

/** Who may use a promotion: everybody, or everybody whose first order it is. */
function audienceOf(isFirstOrder: boolean) {
  const kinds = { visitors: true, members: true, dealers: true, customerGroupIds: [], customerIds: [] }
  return { ...kinds, ...(isFirstOrder && { firstOrder: true as const }) }
}

/** Makes a stored campaign one of first orders alone, or one of all orders again. */
export async function limitCampaign({ database }: TestService, id: number, isFirstOrder = true): Promise<void> {
  const stored = database.kysely.selectFrom('campaigns').select('document').where('id', '=', id)
  const { document } = await stored.executeTakeFirstOrThrow()
  const campaign: Campaign = { ...JSON.parse(document), audience: audienceOf(isFirstOrder) }
  await database.kysely
    .updateTable('campaigns')
    .set({ document: JSON.stringify(campaign) })
    .where('id', '=', id)
    .execute()
  await incrementRevision(database)
}

/** Makes a stored coupon one of first orders alone. */
export async function limitCoupon({ database }: TestService, code: string): Promise<void> {
  const folded = foldCouponCode(code)
  const stored = database.kysely.selectFrom('coupons').select('document').where('folded_code', '=', folded)
  const { document } = await stored.executeTakeFirstOrThrow()
  const coupon: Coupon = { ...JSON.parse(document), audience: audienceOf(true) }
  await database.kysely
    .updateTable('coupons')
    .set({ document: JSON.stringify(coupon) })
    .where('folded_code', '=', folded)
    .execute()
  await incrementRevision(database)
}

/** Sets the number of orders that a customer has elsewhere. */
export async function setOrderCount({ database }: TestService, customerId: number, orders: number): Promise<void> {
  await sql`update customers set order_count = ${orders} where id = ${customerId}`.execute(database.kysely)
}

/**
 * Whether the cart of a token knows that its customer has ordered.
 * @param options `isAsked`: whether a campaign of the shop asks
 */
export async function hasOrdered(
  { database }: TestService,
  token: string,
  { isAsked = true }: { isAsked?: boolean } = {},
): Promise<boolean> {
  const owner = parseSubject(subjectOf(token)) as Owner
  const cart = await loadCart(database, owner, {
    now: Date.now(),
    limitedCampaigns: '[]',
    limitedPerCustomer: '[]',
    countsOrders: isAsked,
    holdLimit: null,
  })
  return cart.uses.hasOrdered
}

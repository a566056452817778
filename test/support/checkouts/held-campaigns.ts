/** Holds of several campaigns at once, as the store writes them for a priced cart. */

import { randomUUID } from 'node:crypto'
import { type Owner, parseSubject } from '../../../src/auth/identity.ts'
import { loadCart } from '../../../src/cart/storage/cart.store.ts'
import { cartDeadline, createCartWriter } from '../../../src/cart/storage/write-cart.sql.ts'
import { type CheckoutStore, createCheckoutStore } from '../../../src/checkouts/checkouts.store.ts'
import type { HoldResult } from '../../../src/checkouts/write-hold.sql.ts'
import type { TestService } from '../service/service.ts'
import { readCart, subjectOf } from './orders.ts'

const HOLD_MS = 30 * 60_000

/** A cart to hold, and the campaigns that apply to it in their order. */
interface CampaignHold {
  token: string
  campaigns: readonly number[]
  reference?: string
}

/** Holds a cart with campaigns. @returns the checkout, or why it was not held */
export type HoldCampaigns = (hold: CampaignHold) => Promise<HoldResult>

/** Creates the function that holds carts through an instance of its own. @param holds how often a campaign may be held */
export function createCampaignHolder(service: TestService, holds: number): HoldCampaigns {
  const { database } = service
  const load = async (owner: Owner, now: number, queries = database as Parameters<typeof loadCart>[0]) => {
    const ids = await queries.kysely.selectFrom('campaigns').select('id').orderBy('id').execute()
    const limitedCampaigns = JSON.stringify(ids.map(({ id }) => id))
    return loadCart(queries, owner, {
      now,
      limitedCampaigns,
      limitedPerCustomer: '[]',
      countsOrders: false,
      holdLimit: null,
    })
  }
  const store: CheckoutStore = createCheckoutStore(database, {
    writeCart: createCartWriter(database),
    loadCart: (queries, owner, now) => load(owner, now, queries),
    holdLimit: { holds, durationMs: holds * HOLD_MS },
  })
  return async ({ token, campaigns, reference = randomUUID() }) => {
    const owner = parseSubject(subjectOf(token)) as Owner
    const heldAt = Date.now()
    const priced = await load(owner, heldAt)
    const hold = {
      ...{ reference, owner, priced, campaigns: [], isTagged: false, heldAt, actor: 'admin:web-shop' },
      promotions: { couponCode: null, campaignIds: campaigns, boundCampaignId: null },
      document: JSON.stringify(await readCart(service, token)),
      items: priced.lines.map(({ productId, variantId, quantity }) => ({
        productId,
        variantId: variantId ?? 0,
        quantity,
      })),
      expiresAt: heldAt + HOLD_MS,
    }
    return store.hold(hold, cartDeadline())
  }
}

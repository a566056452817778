/** What an owner chose for the cart: a coupon and a campaign. They stay chosen while they do not hold. */

import { sql } from 'kysely'
import type { Owner } from '../auth/identity.ts'
import type { Queries } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { CartTable, Flag } from '../db/tables.ts'
import { keyOf, lockedCart, mayWrite, type OwnerKey, touchedNow } from './cart.sql.ts'
import { lockOrInsertCart, type WriteCart } from './write-cart.sql.ts'

/** The choices to be written; the other keeps its value. */
interface Choices {
  setsCoupon: Flag
  foldedCode: string | null
  setsCampaign: Flag
  campaignId: number | null
}

type Chosen = Pick<CartTable, 'coupon_code'>

const keepCoupon = { setsCoupon: 0, foldedCode: null } as const
const keepCampaign = { setsCampaign: 0, campaignId: null } as const

export type ChoicesStore = ReturnType<typeof createChoicesStore>

/**
 * The statements of choices. Each creates the owner's cart where missing; none touches a cancelled guest's. They throw a
 * Refusal 503 `cart_busy` after waiting for other writes.
 */
export function createChoicesStore(writeCart: WriteCart, now: () => number) {
  const save = (owner: Owner, choices: Choices): Promise<Chosen | undefined> => {
    const values = { ...keyOf(owner), ...choices, now: now() }
    const write = async (queries: Queries) => (await writeChoices(queries, values))[0]
    return writeCart(values.cartId, {
      attempt: write,
      locked: async (queries, limitLockWait) => {
        await lockOrInsertCart(queries, values, limitLockWait)
        return write(queries)
      },
    })
  }

  return {
    /**
     * Chooses the shop's coupon with this folded code; one that no coupon has drops the earlier choice.
     * @returns whether a coupon was chosen
     */
    async saveCoupon(owner: Owner, foldedCode: string | null): Promise<boolean> {
      const chosen = await save(owner, { setsCoupon: 1, foldedCode, ...keepCampaign })
      return chosen !== undefined && chosen.coupon_code !== null
    },

    /** Chooses a campaign, or none. */
    async saveCampaign(owner: Owner, campaignId: number | null): Promise<void> {
      await save(owner, { ...keepCoupon, setsCampaign: 1, campaignId })
    },
  }
}

const writeChoices = prepared<OwnerKey & Choices & { now: number }, Chosen>(
  (parameter, engine) => sql`
    update carts set
      coupon_code = case when ${parameter('setsCoupon')} = 1
        then (select folded_code from coupons where folded_code = ${parameter('foldedCode')}) else coupon_code end,
      campaign_id = case when ${parameter('setsCampaign')} = 1
        then cast(${parameter('campaignId')} as bigint) else campaign_id end,
      revision = revision + 1, used_at = ${touchedNow(parameter)}
    where ${lockedCart(parameter, engine)} and merged_into is null and ${mayWrite(parameter('customerId'))}
    returning coupon_code`,
)

/** Storage of a cart's coupon and campaign choices. A choice is kept while its conditions are not met. */

import { sql } from 'kysely'
import type { Owner } from '../auth/identity.ts'
import { keyOf } from '../auth/owner-key.ts'
import type { Queries } from '../db/database.ts'
import type { CartTable, Flag } from '../db/tables.ts'
import { type CartWriteParameters, isOwnCart, statementOfOwner, writeArguments } from './cart.sql.ts'
import { writtenAt } from './cart-times.sql.ts'
import { lockOrInsertCart, type WriteCart } from './write-cart.sql.ts'

/** The choices to write. A choice whose flag is 0 keeps its value. */
interface Choices {
  setsCoupon: Flag
  foldedCode: string | null
  setsCampaign: Flag
  campaignId: number | null
}

type Chosen = Pick<CartTable, 'coupon_code'>

const keepCoupon = { setsCoupon: 0, foldedCode: null } as const
const keepCampaign = { setsCampaign: 0, campaignId: null } as const

/** The coupon and campaign writes of one database. */
export type ChoicesStore = ReturnType<typeof createChoicesStore>

/**
 * Creates the coupon and campaign writes. Each creates a missing cart, and changes nothing for a cancelled guest.
 * @param writeCart runs each write after earlier writes to the same cart; throws a Refusal 503 `cart_busy` after its deadline
 * @param now milliseconds since the epoch
 */
export function createChoicesStore(writeCart: WriteCart, now: () => number) {
  const save = (owner: Owner, choices: Choices): Promise<Chosen | undefined> => {
    const key = keyOf(owner)
    const values = { ...choices, now: now() }
    const write = async (queries: Queries, waitMs: number | null) =>
      (await writeChoices(queries, key, { ...values, waitMs }))[0]
    return writeCart(key.cartId, {
      attempt: write,
      locked: async queries => {
        await lockOrInsertCart(queries, key, values.now)
        return write(queries, null)
      },
    })
  }

  return {
    /**
     * Chooses the coupon with this folded code. Null or an unknown code removes the earlier choice.
     * @returns whether a coupon was chosen
     */
    async saveCoupon(owner: Owner, foldedCode: string | null): Promise<boolean> {
      const chosen = await save(owner, { setsCoupon: 1, foldedCode, ...keepCampaign })
      return chosen !== undefined && chosen.coupon_code !== null
    },

    /** Chooses a campaign; null removes the choice. */
    async saveCampaign(owner: Owner, campaignId: number | null): Promise<void> {
      await save(owner, { ...keepCoupon, setsCampaign: 1, campaignId })
    },
  }
}

const writeChoices = statementOfOwner<CartWriteParameters & Choices, Chosen>(
  (parameter, engine) =>
    engine === 'postgres'
      ? sql`
        select coupon_code from choose_1(${writeArguments(parameter)}, ${parameter('setsCoupon')},
          ${parameter('foldedCode')}, ${parameter('setsCampaign')}, ${parameter('campaignId')})`
      : sql`
        update carts set
          coupon_code = case when ${parameter('setsCoupon')} = 1
            then (select folded_code from coupons where folded_code = ${parameter('foldedCode')}) else coupon_code end,
          campaign_id = case when ${parameter('setsCampaign')} = 1
            then cast(${parameter('campaignId')} as bigint) else campaign_id end,
          revision = revision + 1, ${writtenAt(parameter('now'))}
        where ${isOwnCart(parameter)}
        returning coupon_code`,
  'writer',
)

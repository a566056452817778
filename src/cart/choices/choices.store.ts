/** Storage of a cart's coupon and campaign choices. A choice is kept while its conditions are not met. */

import type { Owner } from '../../auth/identity.ts'
import { keyOf } from '../../auth/owner-key.ts'
import type { Flag } from '../../db/column-types.ts'
import type { Queries } from '../../db/database.ts'
import type { CouponReason } from '../../promotions/coupon-reasons.ts'
import { type StoredChoices, writeChoices } from '../storage/functions/choose.sql.ts'
import { lockOrInsertCart, type WriteCart } from '../storage/write-cart.sql.ts'

/** The code of a coupon. */
interface ChosenCode {
  foldedCode: string
  /** As it was sent. */
  enteredCode: string
}

/** A code that a coupon of the shop has, and that was refused. */
export interface RefusedCode {
  /** As the shop wrote it. */
  code: string
  reason: CouponReason
}

const noCode = { foldedCode: null, enteredCode: null }
const noRefusal = { refusedCode: null, refusedReason: null } as const
const keepCoupon = { shopRevision: null, setsCoupon: 0, ...noCode, ...noRefusal } as const
const keepCampaign = { setsCampaign: 0, campaignId: null } as const

/** The coupon and campaign writes of one database. */
export type ChoicesStore = ReturnType<typeof createChoicesStore>

/**
 * Creates the coupon and campaign writes. Each creates a missing cart, and changes nothing for a cancelled guest.
 * @param writeCart runs each write after earlier writes to the same cart; throws a Refusal 503 `cart_busy` after its deadline
 * @param now milliseconds since the epoch
 */
export function createChoicesStore(writeCart: WriteCart, now: () => number) {
  const save = (owner: Owner, choices: StoredChoices): Promise<{ written: Flag } | undefined> => {
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
      hasWritten: saved => saved?.written === 1,
    })
  }

  return {
    /**
     * Chooses the coupon with a code; null removes the earlier choice.
     * @param shopRevision the shop revision for which the choice was decided; null for a choice that depends on none
     * @param refused the code that is refused, for the staff; a chosen coupon removes the earlier one, null with no coupon leaves it
     * @returns false when nothing was written: the shop has another revision, or the owner may not write
     */
    async saveCoupon(
      owner: Owner,
      code: ChosenCode | null,
      shopRevision: number | null,
      refused: RefusedCode | null = null,
    ): Promise<boolean> {
      const refusal = refused ? { refusedCode: refused.code, refusedReason: refused.reason } : noRefusal
      const saved = await save(owner, {
        ...{ shopRevision, setsCoupon: 1 },
        ...(code ?? noCode),
        ...refusal,
        ...keepCampaign,
      })
      return saved?.written === 1
    },

    /** Chooses a campaign; null removes the choice. */
    async saveCampaign(owner: Owner, campaignId: number | null): Promise<void> {
      await save(owner, { ...keepCoupon, setsCampaign: 1, campaignId })
    },
  }
}

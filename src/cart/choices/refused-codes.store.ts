/** The code that a cart's owner entered last and that was refused: found for the staff, and deleted after a day. */

import { sql } from 'kysely'
import type { CartOwner } from '../../auth/identity.ts'
import { keyOf } from '../../auth/owner-key.ts'
import { batchDeletion } from '../../db/batch-deletion.ts'
import type { Queries } from '../../db/database.ts'
import type { CouponReason } from '../../promotions/coupon-reasons.ts'
import { DAY_MS } from '../../units.ts'
import { statementOfOwner } from '../storage/cart.sql.ts'
import type { RefusedCode } from './choices.store.ts'

/** Carts per statement of the deletion. */
const CARTS_PER_BATCH = 200

/** A refused code with its time, in milliseconds since the epoch. */
export interface KeptRefusal extends RefusedCode {
  at: number
}

/** Finds the code that was refused last within a day; undefined for none, and for a guest who was merged. */
export type FindRefusedCode = (owner: CartOwner) => Promise<KeptRefusal | undefined>

/** Creates the query. @param now milliseconds since the epoch */
export function createRefusedCodeFinder(database: Queries, now: () => number): FindRefusedCode {
  return async owner => {
    const [found] = await selectRefused(database, keyOf(owner), { since: now() - DAY_MS })
    return found && { code: found.refused_code, reason: found.refused_reason, at: found.refused_at }
  }
}

type RefusedRow = { refused_code: string; refused_reason: CouponReason; refused_at: number }

const selectRefused = statementOfOwner<{ since: number }, RefusedRow>(
  parameter => sql`
    select refused_code, refused_reason, refused_at from carts
    where id = ${parameter('cartId')} and merged_into is null and refused_at > ${parameter('since')}`,
)

/**
 * Deletes the refused codes of a batch of carts that are older than a day. The carts stay as they are.
 * @param now milliseconds since the epoch
 * @returns the number of carts; 0 when none is left
 */
export async function deleteOldRefusedCodes(database: Queries, now: number): Promise<number> {
  return await deleteCodes(database, { before: now - DAY_MS })
}

const deleteCodes = batchDeletion<{ before: number }>({
  table: 'carts',
  key: { id: 'text' },
  condition: parameter => sql`refused_at <= ${parameter('before')}`,
  order: 'refused_at',
  rows: CARTS_PER_BATCH,
  columns: ['refused_code', 'refused_reason', 'refused_at'],
})

/** The rows of one coupon in the index of audiences. They follow its document in the same transaction. */

import { sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { jsonRows } from '../../db/json-rows.ts'
import type { Coupon } from '../../model/campaign.ts'
import { type Named, namedBy } from '../../model/coupon-audience.ts'

const columns = { kind: 'text', id: 'bigint' } as const

/**
 * Makes the index name whom the audience of a coupon names; null for a coupon that is deleted. It writes what differs alone, also for a coupon that
 * has not changed: an instance of an earlier version saves coupons without the index.
 */
export async function saveAudience(
  queries: Queries,
  foldedCode: string,
  coupon: Pick<Coupon, 'audience'> | null,
): Promise<void> {
  const { engine, kysely } = queries
  const stored = await kysely
    .selectFrom('coupon_audiences')
    .select(['kind', 'id'])
    .where('folded_code', '=', foldedCode)
    .execute()
  const named = coupon ? namedBy(coupon) : []
  const rows = (list: readonly Named[]) => jsonRows(JSON.stringify(list), 'k', { columns, engine })
  const [stale, missing] = [without(stored, named), without(named, stored)]
  if (stale.length > 0) {
    await sql`
      delete from coupon_audiences
      where folded_code = ${foldedCode} and (kind, id) in (select k.kind, k.id from ${rows(stale)})`.execute(kysely)
  }
  if (missing.length > 0) {
    await sql`
      insert into coupon_audiences (kind, id, folded_code)
      select k.kind, k.id, cast(${foldedCode} as text) from ${rows(missing)}`.execute(kysely)
  }
}

function without(list: readonly Named[], others: readonly Named[]): Named[] {
  const keys = new Set(others.map(keyOf))
  return list.filter(each => !keys.has(keyOf(each)))
}

function keyOf({ kind, id }: Named): string {
  return `${kind} ${id}`
}

/** What results say of promotions besides their numbers, as they are now; nothing of those that were deleted. */

import { sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { jsonInteger, jsonMember } from '../../db/json-member.sql.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { prepared } from '../../db/prepared-statements.ts'
import type { Currency } from '../../money/money.ts'
import { requireShopRow } from '../../shop/require-shop-row.ts'

/** A coupon that exists. */
export interface NamedCoupon {
  /** As the shop writes it. */
  code: string
  description: string
  /** The campaign that it is bound to. */
  campaignId: number | null
  batch: string | null
}

/** Finds coupons by their folded codes. @param codes some hundreds at most */
export async function findNamedCoupons(queries: Queries, codes: readonly string[]): Promise<Map<string, NamedCoupon>> {
  const rows = await selectCoupons(queries, { rows: rowsOf('code', codes) })
  return new Map(rows.map(({ folded, ...coupon }) => [folded, coupon]))
}

const selectCoupons = prepared<{ rows: string }, NamedCoupon & { folded: string }>((parameter, engine) => {
  const member = (name: string) => jsonMember(engine, 'coupons.document', name)
  return sql`
    select coupons.folded_code as folded, ${member('code')} as code, ${member('description')} as description,
      ${jsonInteger(engine, 'coupons.document', 'campaignId')} as "campaignId", coupons.batch
    from ${jsonRows(parameter('rows'), 'asked', { columns: { code: 'text' }, engine })}
    join coupons on coupons.folded_code = asked.code`
})

/** Finds the batches of the coupons that have one, by folded codes. @param codes a thousand at most */
export async function findBatches(queries: Queries, codes: readonly string[]): Promise<Map<string, string>> {
  const rows = await selectBatches(queries, { rows: rowsOf('code', codes) })
  return new Map(rows.map(({ folded, batch }) => [folded, batch]))
}

const selectBatches = prepared<{ rows: string }, { folded: string; batch: string }>(
  (parameter, engine) => sql`
    select coupons.folded_code as folded, coupons.batch
    from ${jsonRows(parameter('rows'), 'asked', { columns: { code: 'text' }, engine })}
    join coupons on coupons.folded_code = asked.code
    where coupons.batch is not null`,
)

/** Finds the names of campaigns. @param ids some hundreds at most */
export async function findCampaignNames(queries: Queries, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await selectCampaigns(queries, { rows: rowsOf('id', ids) })
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const selectCampaigns = prepared<{ rows: string }, { id: number; name: string }>(
  (parameter, engine) => sql`
    select campaigns.id, ${jsonMember(engine, 'campaigns.document', 'name')} as name
    from ${jsonRows(parameter('rows'), 'asked', { columns: { id: 'bigint' }, engine })}
    join campaigns on campaigns.id = asked.id`,
)

/** Loads the currency of the shop as it is now. */
export async function loadCurrency(queries: Queries): Promise<Currency> {
  const [row] = await selectShop(queries, {})
  const { currencyCode, decimalPlaces } = JSON.parse(requireShopRow(row).document) as Currency
  return { currencyCode, decimalPlaces }
}

const selectShop = prepared<object, { document: string }>(() => sql`select document from shop where id = 1`)

function rowsOf(name: string, values: readonly unknown[]): string {
  return JSON.stringify(values.map(value => ({ [name]: value })))
}

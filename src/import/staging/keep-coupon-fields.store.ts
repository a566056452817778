/** Fields of coupons that their table does not say. The statements run inside the import's transaction. */

import { sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { type Audience, type Coupon, namesNobody } from '../../model/campaign.ts'
import { toAudience, toConditions } from '../../shop-file/convert-promotions.ts'
import { toCouponReward } from '../../shop-file/convert-rewards.ts'

/** Rows per statement: each document may have half a megabyte. */
const ROWS_PER_STATEMENT = 200

interface CouponRow {
  position: number
  kept_fields: string
  document: string
  stored: string
}

const columns = { position: 'bigint', document: 'text' } as const

/** Gives staged coupons the stored values of the fields in `kept_fields`. */
export async function keepCouponFields(queries: Queries): Promise<void> {
  const { engine, kysely } = queries
  for (let after = 0; ; ) {
    const rows = await findPage(queries, after)
    if (rows.length === 0) return
    const merged = JSON.stringify(rows.map(row => ({ position: row.position, document: merge(row) })))
    await sql`
      update staged_coupons set document = k.document from ${jsonRows(merged, 'k', { columns, engine })}
      where staged_coupons.position = k.position`.execute(kysely)
    after = rows.at(-1)?.position ?? Number.POSITIVE_INFINITY
  }
}

async function findPage({ kysely }: Queries, after: number): Promise<CouponRow[]> {
  const { rows } = await sql<CouponRow>`
    select s.position, s.kept_fields, s.document, t.document as stored
    from staged_coupons s join coupons t on t.folded_code = s.folded_code
    where s.kept_fields is not null and s.position > ${after}
    order by s.position limit ${sql.lit(ROWS_PER_STATEMENT)}`.execute(kysely)
  return rows
}

/** Replaces the values of kept fields, each in its place. */
function merge({ kept_fields, document, stored }: CouponRow): string {
  const [said, before] = [document, stored].map(text => JSON.parse(text) as Coupon) as [Coupon, Coupon]
  const kept = keptWith(said, before, kept_fields.split(','))
  const { code, description, discountType, value, maximum, by, tiers, ...others } = withKept(said, before, kept)
  const { audience, conditions, usageCount, batch, combinesWithCampaigns = true, ...fields } = others
  const within = (object: 'audience' | 'conditions') =>
    kept.filter(field => field.startsWith(`${object}.`)).map(field => field.slice(object.length + 1))
  return JSON.stringify({
    ...{ code, description, discountType },
    ...toCouponReward({ discountType, value, maximum, by, tiers }),
    ...fields,
    ...(batch && { batch }),
    ...(!combinesWithCampaigns && { combinesWithCampaigns }),
    audience: audience
      ? toAudience(withKept(audience, before.audience ?? {}, within('audience')))
      : keptOfEveryone(before, within('audience')),
    conditions: toConditions(withKept(conditions, before.conditions, within('conditions'))),
    usageCount,
  })
}

/** Tiers of another type are not kept: amounts are no percentages. */
function keptWith(said: Coupon, before: Coupon, fields: string[]): string[] {
  const isSame = fields.includes('discountType') || said.discountType === before.discountType
  return isSame ? fields : fields.filter(field => field !== 'by' && field !== 'tiers')
}

/** The audience of a row that says `everyone`: everybody whom the kept members let in. */
function keptOfEveryone({ audience: before }: Coupon, members: readonly string[]): Audience | null {
  const kept = toAudience(withKept({}, before ?? {}, members))
  return kept && namesNobody(kept) && !kept.firstOrder && !kept.exclude && !kept.channels ? null : kept
}

/** The first object with the values of the second for some of its members, absent where they are absent there. */
function withKept<T extends object>(said: T, before: Partial<T>, members: readonly string[]): T {
  const stored = before as Record<string, unknown>
  const kept = members.filter(member => !member.includes('.')).map(member => [member, stored[member]])
  return { ...said, ...Object.fromEntries(kept) }
}

/** Orders as they are stored, and the results of promotions as the admin API answers them. */

import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { PROMOTION_RESULTS } from '../../../src/api-paths.ts'
import type { Queries } from '../../../src/db/database.ts'
import type { Money } from '../../../src/money/money.ts'
import type { Answer, Callable } from '../service/service.ts'

/** What a promotion has sold. */
interface Sold {
  orders: number
  turnover: Money
}

/** The response. */
export interface Results {
  data: {
    campaigns: (Sold & { campaignId: number; name: string | null })[]
    coupons: (Sold & { code: string; description: string | null; campaignId: number | null; batch: string | null })[]
    batches: (Sold & { campaignId: number; campaignName: string | null; batch: string })[]
  }
  meta: {
    from: string
    to: string
    orders: number
    turnover: Money[]
    promotedOrders: number
    promotedTurnover: Money[]
    leftOut: { campaigns: number; coupons: number; batches: number }
  }
}

/** Asks for results with a token that may do nothing else. @param query such as `?from=…` */
export async function askResults(service: Callable, query: string, scope = RESULTS_SCOPE): Promise<Answer> {
  const token = await service.token('admin', { id: 'back-office', scope })
  return service.call('GET', `${PROMOTION_RESULTS}${query}`, { token })
}

/** The scopes that results need together. */
export const RESULTS_SCOPE = 'promotions:read checkouts:read'

/** Reads results. @throws AssertionError for a refusal */
export async function readResults(service: Callable, query: string): Promise<Results> {
  const answer = await askResults(service, query)
  assert.equal(answer.status, 200, answer.text)
  return answer.json as Results
}

/** The query of a period, whose times are milliseconds since the epoch. */
export function between(from: number, to: number): string {
  return `?from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`
}

/** The rows of a kind as `key orders amount currency`. */
export function shortly({ data }: Results, kind: keyof Results['data']): string[] {
  return data[kind].map(row => {
    const key = 'code' in row ? row.code : 'batch' in row ? `${row.campaignId}/${row.batch}` : row.campaignId
    return `${key} ${row.orders} ${row.turnover.amount} ${row.turnover.currencyCode}`
  })
}

/** An order to store. */
export interface StoredOrder {
  /** Milliseconds since the epoch. */
  completedAt: number
  amount: string
  currencyCode?: string
  decimalPlaces?: number
  state?: 'completed' | 'cancelled' | 'released' | 'held'
  /** A folded code. */
  coupon?: string | null
  campaigns?: readonly number[]
  bound?: number | null
}

let number = 0

/** Stores orders by the statements of no instance: in any number, at any time, in any currency. */
export async function storeOrders({ kysely }: Queries, orders: readonly StoredOrder[]): Promise<void> {
  for (let first = 0; first < orders.length; first += 100) {
    const rows = orders.slice(first, first + 100).map(rowOf)
    await sql`
      insert into checkouts (reference, state, coupon_code, campaign_id, further_campaigns, bound_campaign_id, held_at,
        expires_at, completed_at, over_limit, document)
      values ${sql.join(rows)}`.execute(kysely)
  }
}

function rowOf({ completedAt: at, amount, state = 'completed', coupon = null, bound = null, ...order }: StoredOrder) {
  const [first = null, ...further] = order.campaigns ?? []
  const { currencyCode = 'TRY', decimalPlaces = 2 } = order
  const attributes = { totalQuantity: 1, grandTotal: { amount, currencyCode, decimalPlaces } }
  const document = JSON.stringify({ data: { attributes }, included: [] })
  const others = further.length === 0 ? null : JSON.stringify(further)
  return sql`(${`stored-${number++}`}, ${state}, ${coupon}, ${first}, ${others}, ${bound}, ${at}, ${at}, ${at}, 0,
    ${document})`
}

/** Stores codes of a batch, as a campaign generates them. */
export async function storeCodes(
  { kysely }: Queries,
  { campaignId, batch, codes }: { campaignId: number; batch: string; codes: readonly string[] },
): Promise<void> {
  const shared = { description: '', discountType: null, value: null, active: true, startsAt: null, endsAt: null }
  const limits = { usageLimit: 1, usageLimitPerCustomer: null, audience: null, usageCount: 0 }
  const conditions = { minimumTotal: null, minimumQuantity: null, productIds: [] }
  for (const code of codes) {
    const document = JSON.stringify({ code, campaignId, batch, ...shared, ...limits, conditions })
    await kysely.insertInto('coupons').values({ folded_code: code.toLowerCase(), document }).execute()
  }
}

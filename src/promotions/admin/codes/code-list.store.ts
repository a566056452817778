/** Pages of the codes of a campaign, in the order of the bytes of their folded codes. */

import { sql } from 'kysely'
import type { Queries } from '../../../db/database.ts'
import type { Coupon } from '../../../model/campaign.ts'
import { findUses, type Uses } from '../uses.sql.ts'
import { byBytes, isUsed } from './codes.sql.ts'
import { textAfter } from '../../../schema/text-after.ts'

/** Codes that a page with the filter `used` examines: 15 ms of the embedded engine, during which no other request runs. */
const EXAMINED = 2_000
/** Maximum size of the documents of a page, in characters: one document can have half a megabyte. */
const MAX_PAGE_LENGTH = sql.lit(1_000_000)

/** Which codes of a campaign. */
export interface CodeFilters {
  campaignId: number
  /** Codes of this batch alone. */
  batch?: string | undefined
  /** The beginning of the folded code. */
  beginning?: string | undefined
  /** Whether a completed checkout has used the code, or it was used outside Sepet. */
  used?: boolean | undefined
}

/** A page to find. */
export interface CodePageQuery extends CodeFilters {
  /** Folded code after which the page begins. */
  after?: string | undefined
  limit: number
}

/** A page of coupons. */
export interface CouponRows {
  coupons: Coupon[]
  /** Folded code after which the next page begins; undefined where no code follows. A page may be short and have a next one. */
  continueAfter: string | undefined
}

/** A page of codes, with the uses of each. */
export interface CodePage extends CouponRows {
  uses: Uses[]
}

/** Finds a page with the uses. @param now milliseconds since the epoch, as of which holds live */
export async function findCodePage(queries: Queries, query: CodePageQuery, now: number): Promise<CodePage> {
  const { rows, continueAfter } = await findRows(queries, query)
  const uses = await findUses(queries, 'coupons', { keys: rows.map(({ place }) => place), now })
  return { coupons: toCoupons(rows), uses, continueAfter }
}

/** Finds a page of the coupons alone. */
export async function findCouponRows(queries: Queries, query: CodePageQuery): Promise<CouponRows> {
  const { rows, continueAfter } = await findRows(queries, query)
  return { coupons: toCoupons(rows), continueAfter }
}

interface Row {
  place: string
  document: string
}

function toCoupons(rows: readonly Row[]): Coupon[] {
  return rows.map(({ document }) => JSON.parse(document) as Coupon)
}

async function findRows(queries: Queries, query: CodePageQuery) {
  const { limit, used } = query
  const examinedTo = used === undefined ? undefined : await findExaminedEnd(queries, query)
  const rows = await selectRows(queries, query, examinedTo)
  const shown = rows.slice(0, limit)
  const isCut = shown.length < (rows[0]?.found ?? 0)
  return { rows: shown, continueAfter: isCut ? shown.at(-1)?.place : examinedTo }
}

/** Finds the last code that a page examines; undefined where it examines all that follow. */
async function findExaminedEnd(queries: Queries, query: CodePageQuery): Promise<string | undefined> {
  const place = byBytes(queries.engine)
  const { rows } = await sql<{ place: string }>`
    select folded_code as place from coupons where ${inRange(queries, query)}
    order by ${place} limit 1 offset ${sql.lit(EXAMINED - 1)}`.execute(queries.kysely)
  return rows[0]?.place
}

/** Selects a page, with one row more where there is one, and fewer where the documents have more than a megabyte. */
async function selectRows(
  queries: Queries,
  query: CodePageQuery,
  examinedTo: string | undefined,
): Promise<(Row & { found: number })[]> {
  const { engine, kysely } = queries
  const place = byBytes(engine)
  const examined = examinedTo === undefined ? sql`` : sql`and ${place} <= ${examinedTo}`
  const used = query.used === undefined ? sql`` : sql`and ${query.used ? sql`` : sql`not`} (${isUsed(engine)})`
  const { rows } = await sql<Row & { found: number }>`
    select place, document, found from (
      select folded_code as place, document, row_number() over (order by ${place}) as number, count(*) over () as found,
        sum(length(document)) over (order by ${place}) as size
      from (
        select folded_code, document from coupons where ${inRange(queries, query)} ${examined} ${used}
        order by ${place} limit ${query.limit + 1}
      ) as following
    ) as measured
    where number = 1 or (number <= ${query.limit} and size <= ${MAX_PAGE_LENGTH})
    order by number`.execute(kysely)
  return rows
}

/** The condition of the codes that follow a page: a range of the index of the campaign, or of its batch. */
function inRange({ engine }: Queries, { campaignId, batch, beginning = '', after = '' }: CodePageQuery) {
  const place = byBytes(engine)
  const end = textAfter(beginning)
  // One lower bound: of two, SQLite would begin at the first.
  const isBehind = Buffer.compare(Buffer.from(after), Buffer.from(beginning)) >= 0
  const conditions = [
    sql`campaign_id = ${campaignId}`,
    ...(batch === undefined ? [] : [sql`batch = ${batch}`]),
    isBehind ? sql`${place} > ${after}` : sql`${place} >= ${beginning}`,
    ...(end === undefined ? [] : [sql`${place} < ${end}`]),
  ]
  return sql.join(conditions, sql` and `)
}

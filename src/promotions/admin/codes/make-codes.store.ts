/** Making of codes: all coupons of a request are inserted in one transaction, with the campaign’s row locked. */

import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database, Queries } from '../../../db/database.ts'
import { refreshStatistics } from '../../../db/refresh-statistics.ts'
import { createWriteTurns } from '../../../db/write-turns.ts'
import { refusal } from '../../../errors.ts'
import { recordEvents } from '../../../events/record-events.sql.ts'
import { recordChanges } from '../../../history/record-changes.sql.ts'
import type { Campaign } from '../../../model/campaign.ts'
import { codesChange } from '../promotion-history.ts'
import type { Author } from '../saved-promotion.ts'
import { type CodeOrder, type CodeRow, createRowOf, type MadeCodes } from './code-order.ts'
import { findMade, saveMade } from './code-requests.sql.ts'
import { countCodes, hasBatch, insertCodes, lockCampaign } from './codes.sql.ts'
import { drawBatchName, drawTexts, type RandomBytes } from './random-codes.ts'

/** Maximum number of codes of a campaign. */
export const MAX_CODES = 1_000_000
/** Coupons per statement, during which the embedded engine runs no other request: 10 ms. */
const ROWS_PER_STATEMENT = 500
/** Where less than every second drawn code is free, the prefix and the length have too few free codes. */
const DRAWN_PER_CODE = 2
/** Codes that may be drawn besides, for small orders. */
const SPARE = 1_000
/** From here on the statistics of the tables are refreshed. */
const MANY = 1_000
/** Deadline of a request that waits for another one. One request at a time makes codes: it may take seconds, and has a connection. */
const BOUNDS = { maxWaitMs: 5_000, maxLength: 20 }

/** A request for codes of a campaign. */
export interface CodeRequest {
  campaignId: number
  order: CodeOrder
  /** Undefined where the request may not be repeated. */
  idempotencyKey: string | undefined
}

/**
 * Makes codes.
 * @returns what was made, and whether an earlier request with the same key has made it
 * @throws Refusal 404 `campaign_not_found`; 409 `campaign_not_bindable`, `codes_full` or `codes_exhausted`; 422 `idempotency_key_reused`
 */
export type MakeCodes = (request: CodeRequest, author: Author) => Promise<{ made: MadeCodes; isReplayed: boolean }>

/** What codes are made with. */
interface Means {
  random: RandomBytes
  /** Maximum number of codes of a campaign. */
  maxCodes: number
}

/** Creates the function that makes codes. */
export function createCodeMaker(database: Database, means: Means): MakeCodes {
  const writeInTurn = createWriteTurns(database, BOUNDS)
  return async (request, author) => {
    const result = await writeInTurn('codes', turn =>
      turn.transaction(queries => makeOnce(queries, request, { ...author, ...means })),
    )
    if (!result.isReplayed && result.made.count >= MANY) await refreshStatistics(database, ['coupons'])
    return result
  }
}

type Maker = Author & Means

async function makeOnce(queries: Queries, request: CodeRequest, maker: Maker) {
  const { campaignId, order, idempotencyKey: key } = request
  const document = await lockCampaign(queries, campaignId)
  if (document === undefined) throw refusal('campaign_not_found')
  const keyed = key === undefined ? undefined : { campaignId, key, hash: hashOf(order) }
  const before = keyed && (await findMade(queries, keyed, maker.at))
  if (before) return { made: before, isReplayed: true }
  const made = await make(queries, JSON.parse(document) as Campaign, order, maker)
  if (keyed) await saveMade(queries, keyed, made, maker.at)
  const { actor, actorName, via, at } = maker
  const subject = `campaign:${campaignId}`
  await recordEvents(queries, [{ type: 'campaign.codes_created', at, actor, subject, data: { ...made } }])
  await recordChanges(queries, [
    codesChange(campaignId, { from: null, to: { ...made } }, { actor, actorName, via, at }),
  ])
  return { made, isReplayed: false }
}

function hashOf(order: CodeOrder): string {
  return createHash('sha256').update(JSON.stringify(order)).digest('hex')
}

async function make(
  queries: Queries,
  campaign: Campaign,
  order: CodeOrder,
  { at, random, maxCodes }: Maker,
): Promise<MadeCodes> {
  const { id, couponBound } = campaign
  const { count } = order
  if (!couponBound) throw refusal('campaign_not_bindable')
  const limit = Math.max(0, maxCodes - count + 1)
  if ((await countCodes(queries, id, limit)) === limit) throw refusal('codes_full')
  const batch = order.batch ?? (await findBatchName(queries, id, { at, random }))
  const toRow = createRowOf(campaign, { ...order, batch })
  let spare = count * (DRAWN_PER_CODE - 1) + SPARE
  for (let missing = count; missing > 0; ) {
    const texts = drawTexts(random, { count: missing, length: order.length })
    const inserted = await insertInParts(queries, texts, toRow)
    spare -= missing - inserted
    missing -= inserted
    if (spare < 0) throw refusal('codes_exhausted')
  }
  return { batch, count }
}

/** Inserts the coupons of texts, some with each statement. @returns the number of inserted ones */
async function insertInParts(
  queries: Queries,
  texts: Iterable<string>,
  toRow: (text: string) => CodeRow,
): Promise<number> {
  let inserted = 0
  let rows: CodeRow[] = []
  const insert = async () => {
    inserted += await insertCodes(queries, rows)
    rows = []
    // The embedded engine answers without waiting: requests that have arrived meanwhile run first.
    await nextTurn()
  }
  for (const text of texts) {
    rows.push(toRow(text))
    if (rows.length === ROWS_PER_STATEMENT) await insert()
  }
  if (rows.length > 0) await insert()
  return inserted
}

/** Each attempt draws a longer name, so that one of them is free. */
async function findBatchName(
  queries: Queries,
  campaignId: number,
  { at, random }: { at: number; random: RandomBytes },
): Promise<string> {
  for (let attempt = 0; ; attempt++) {
    const name = drawBatchName(random, { at, attempt })
    if (!(await hasBatch(queries, campaignId, name))) return name
  }
}

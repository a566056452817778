/** Switching off of batches. The documents of the codes say so, as if each had been saved. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Engine, Queries } from '../../../db/database.ts'
import { jsonRows } from '../../../db/json-rows.ts'
import { prepared } from '../../../db/prepared-statements.ts'
import { refusal } from '../../../errors.ts'
import { recordEvents } from '../../../events/record-events.sql.ts'
import { recordChanges } from '../../../history/record-changes.sql.ts'
import type { Coupon } from '../../../model/campaign.ts'
import type { WriteShop } from '../../../shop/write-shop.sql.ts'
import { promotionDocument } from '../../../shop-file/promotion-document.ts'
import { codesChange } from '../promotion-history.ts'
import { findDocument } from '../promotions.sql.ts'
import type { Author } from '../saved-promotion.ts'
import type { CodeRow } from './code-order.ts'
import { byBytes, hasBatch } from './codes.sql.ts'

/** Codes per statement, during which the embedded engine runs no other request: 10 ms. */
const CODES_PER_STATEMENT = 500
/**
 * Codes per transaction. On PostgreSQL imports and other changes of the shop wait for it, but no cart: as many as one request makes, which are
 * switched off at once. On SQLite all writes wait for it, those of carts, too: 0.7 s.
 */
const CODES_PER_TRANSACTION: Record<Engine, number> = { postgres: 100_000, sqlite: 10_000 }

/** A batch of a campaign. */
export interface BatchKey {
  campaignId: number
  batch: string
}

/**
 * Switches the codes of a batch off; an event records those of each transaction.
 * @returns the number of codes that were on
 * @throws Refusal 404 `campaign_not_found` or `batch_not_found`
 */
export type SwitchOffBatch = (key: BatchKey, author: Author) => Promise<number>

/** Creates the function that switches batches off. Its writes lock the shop by `writeShop`. @param perTransaction codes per transaction */
export function createBatchSwitch(writeShop: WriteShop, perTransaction = CODES_PER_TRANSACTION): SwitchOffBatch {
  return async (key, author) => {
    let total = 0
    for (let after: string | undefined = ''; after !== undefined; ) {
      const begin: string = after
      const part = await writeShop(queries =>
        switchOffPart(queries, { ...key, after: begin, atMost: perTransaction[queries.engine] }, author),
      )
      total += part.count
      after = part.continueAfter
    }
    return total
  }
}

/** A batch behind a code; empty for its beginning. */
type Place = BatchKey & { after: string }

async function switchOffPart(queries: Queries, place: Place & { atMost: number }, author: Author) {
  const { campaignId, batch, atMost } = place
  let { after } = place
  // Whoever deletes the codes that are left after the first transaction has not undone it.
  if (after === '') await requireBatch(queries, place)
  let [count, examined, isLast] = [0, 0, false]
  while (!isLast && examined < atMost) {
    const rows = await selectCodes(queries, { campaignId, batch, after })
    count += await switchOff(queries, rows)
    examined += rows.length
    isLast = rows.length < CODES_PER_STATEMENT
    after = rows.at(-1)?.folded_code ?? after
    // The embedded engine answers without waiting: requests that have arrived meanwhile run first.
    await nextTurn()
  }
  if (count > 0) {
    const { actor, at } = author
    const event = { type: 'campaign.codes_switched_off', at, actor, subject: `campaign:${campaignId}` } as const
    await recordEvents(queries, [{ ...event, data: { batch, count } }])
    const codes = { from: { batch, count, active: true }, to: { batch, count, active: false } }
    await recordChanges(queries, [codesChange(campaignId, codes, author)])
  }
  return { count, continueAfter: isLast ? undefined : after }
}

async function requireBatch(queries: Queries, { campaignId, batch }: BatchKey): Promise<void> {
  const document = await findDocument(queries, 'campaigns', campaignId)
  if (document === undefined) throw refusal('campaign_not_found')
  if (!(await hasBatch(queries, campaignId, batch))) throw refusal('batch_not_found')
}

const selectCodes = prepared<Place, CodeRow>(
  (parameter, engine) => sql`
    select folded_code, document from coupons
    where campaign_id = ${parameter('campaignId')} and batch = ${parameter('batch')}
      and ${byBytes(engine)} > ${parameter('after')}
    order by ${byBytes(engine)} limit ${sql.lit(CODES_PER_STATEMENT)}`,
)

/** Switches off those of the coupons that are on. @returns their number */
async function switchOff(queries: Queries, rows: readonly CodeRow[]): Promise<number> {
  const switched = rows.flatMap(({ folded_code, document }) => {
    const coupon = JSON.parse(document) as Coupon
    return coupon.active ? [{ folded_code, document: promotionDocument({ ...coupon, active: false }) }] : []
  })
  if (switched.length > 0) await saveDocuments(queries, { rows: JSON.stringify(switched) })
  return switched.length
}

/** Of coupons that are locked with the shop, so that none is inserted. An update that joins the rows took SQLite 5 s for 500. */
const saveDocuments = prepared<{ rows: string }, never>(
  (parameter, engine) => sql`
    insert into coupons (folded_code, document)
    select k.folded_code, k.document
    from ${jsonRows(parameter('rows'), 'k', { columns: { folded_code: 'text', document: 'text' }, engine })}
    where true
    on conflict (folded_code) do update set document = excluded.document`,
)

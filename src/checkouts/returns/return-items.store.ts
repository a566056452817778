/**
 * Returns of items in the database. A return locks the row of its checkout, then the shop and the items, as a cancellation does: of returns,
 * completions and cancellations at once, each finds what the one before has left.
 */

import type { WriteCart } from '../../cart/storage/write-cart.sql.ts'
import type { CheckoutTable } from '../../db/checkout-tables.ts'
import type { Database, Queries } from '../../db/database.ts'
import type { LimitLockWait } from '../../db/write-turns.ts'
import { detailOf, Refusal } from '../../errors.ts'
import { recordEvents } from '../../events/record-events.sql.ts'
import { recordChanges } from '../../history/record-changes.sql.ts'
import { returnedChange, returnedEvent, type StaffCause } from '../checkout-events.ts'
import { lockCheckout } from '../checkout-statements.sql.ts'
import { restock } from '../checkout-stock.sql.ts'
import type { ItemsReturn, ReturnedLine } from './items-return.ts'
import { type AskedLine, planReturn } from './plan-return.ts'
import { addUp } from './refund.ts'
import { hashOfReturn } from './request-hash.crypto.ts'
import { findMade, insertReturn, loadReturns, type StoredReturn } from './returns.sql.ts'
import { splitTaken } from './taken-items.ts'

/** A request to return items. */
export interface ReturnRequest {
  reference: string
  lines: readonly AskedLine[]
  restock: boolean
}

/** What is written with a return. */
export interface NewReturn extends ReturnRequest, StaffCause {
  id: string
  idempotencyKey: string | undefined
}

/** The returns of one database. */
export type ReturnStore = ReturnType<typeof createReturnStore>

/** Creates the store of returns. */
export function createReturnStore(database: Database, { writeCart }: { writeCart: WriteCart }) {
  return {
    /**
     * Returns items, or finds the return that the same key has made.
     * @returns undefined for an unknown reference
     * @throws Refusal 409 `checkout_not_completed` or `returns_full`; 422 for lines that cannot be returned, and for the key of another request;
     * 503 `cart_busy`
     */
    async returnItems(request: NewReturn): Promise<{ made: ItemsReturn; isReplayed: boolean } | undefined> {
      const write = (queries: Queries, limitLockWait: LimitLockWait) => returnLocked(queries, limitLockWait, request)
      return writeCart(request.reference, { locked: write })
    },

    /** Plans a return without writing it. @returns undefined for an unknown reference @throws Refusal as `returnItems` does */
    async plan({ reference, lines }: ReturnRequest): Promise<ReturnedLine[] | undefined> {
      const query = database.kysely.selectFrom('checkouts').selectAll().where('reference', '=', reference)
      const row = await query.executeTakeFirst()
      return row && planOf(row, await loadReturns(database, reference), lines)
    },
  }
}

async function returnLocked(
  queries: Queries,
  limitLockWait: LimitLockWait,
  request: NewReturn,
): Promise<{ made: ItemsReturn; isReplayed: boolean } | undefined> {
  const row = await lockCheckout(queries, request.reference)
  if (!row) return undefined
  const earlier = await loadReturns(queries, request.reference)
  const hash = hashOfReturn(request.lines, request.restock)
  const known = findMade(earlier, request.idempotencyKey, hash)
  if (known) return { made: known, isReplayed: true }
  const lines = planOf(row, earlier, request.lines)
  const { id, idempotencyKey: key = null, now: at, actor, actorName, via } = request
  const made: StoredReturn = { id, at, restock: request.restock, lines, key, hash: key === null ? null : hash }
  await limitLockWait()
  await writeReturn(queries, row, { earlier, made, actor })
  const author = { actor, actorName, via, now: at }
  await recordChanges(queries, [returnedChange(row, { before: earlier, after: [...earlier, made] }, author)])
  await limitLockWait()
  if (made.restock) await restock(queries, splitTaken(row.taken, piecesOf(made)).back, made.at)
  return { made, isReplayed: false }
}

function planOf(row: CheckoutTable, earlier: readonly ItemsReturn[], lines: readonly AskedLine[]): ReturnedLine[] {
  if (row.state !== 'completed') {
    throw new Refusal({ code: 'checkout_not_completed', detail: detailOf('checkout_not_completed') })
  }
  return planReturn({ cart: JSON.parse(row.document), quantities: row.quantities }, earlier, lines)
}

/** Writes a return: what it gives back, a cancellation does not give back again. */
async function writeReturn(
  queries: Queries,
  row: CheckoutTable,
  { earlier, made, actor }: { earlier: readonly StoredReturn[]; made: StoredReturn; actor: string },
): Promise<void> {
  const { reference } = row
  const refunded = addUp([...earlier, made].flatMap(({ lines }) => lines.map(({ refund }) => refund)))
  await insertReturn(queries, made, { reference, number: earlier.length + 1, refunded })
  const { left } = splitTaken(row.taken, piecesOf(made))
  await queries.kysely.updateTable('checkouts').set({ taken: left }).where('reference', '=', reference).execute()
  await recordEvents(queries, [returnedEvent(row, made, { actor, now: made.at })])
}

function piecesOf({ lines }: ItemsReturn) {
  return lines.map(({ productId, variantId, quantity }) => ({ productId, variantId: variantId ?? 0, quantity }))
}

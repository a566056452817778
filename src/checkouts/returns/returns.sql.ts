/** The rows of returns. Whoever writes one has locked the row of its checkout. */

import { type RawBuilder, sql } from 'kysely'
import type { CheckoutReturnTable } from '../../db/checkout-tables.ts'
import type { Engine, Queries } from '../../db/database.ts'
import { Refusal } from '../../errors.ts'
import { IDEMPOTENCY_KEY } from '../../http/request/idempotency-key.ts'
import type { Money } from '../../money/money.ts'
import type { ItemsReturn, ReturnedLine } from './items-return.ts'

/** The column that has the returns of a checkout as JSON; null or `[]` without. One statement reads both as of one moment. */
export function returnsColumn(engine: Engine): RawBuilder<string | null> {
  const of = sql`from checkout_returns where checkout_returns.reference = checkouts.reference`
  return engine === 'sqlite'
    ? sql`(select json_group_array(json_array(id, at, restock, lines) order by number) ${of}) as returns`
    : sql`(select json_agg(json_build_array(id, at, restock, lines) order by number)::text ${of}) as returns`
}

type Row = [id: string, at: number, restock: 0 | 1, lines: string]

/** Returns the returns that `returnsColumn` has read. */
export function toReturns(column: string | null | undefined): ItemsReturn[] {
  const rows = JSON.parse(column ?? '[]') as Row[]
  return rows.map(([id, at, restock, lines]) => ({ id, at, restock: restock === 1, lines: JSON.parse(lines) }))
}

/** A return with the key of its request. */
export interface StoredReturn extends ItemsReturn {
  key: string | null
  hash: string | null
}

/** Loads the returns of a checkout. */
export async function loadReturns({ kysely }: Queries, reference: string): Promise<StoredReturn[]> {
  const query = kysely.selectFrom('checkout_returns').selectAll().where('reference', '=', reference).orderBy('number')
  return (await query.execute()).map(toStored)
}

function toStored(row: CheckoutReturnTable): StoredReturn {
  const lines = JSON.parse(row.lines) as ReturnedLine[]
  return { id: row.id, at: row.at, restock: row.restock === 1, lines, key: row.idempotency_key, hash: row.request_hash }
}

/** Loads the returns of checkouts, by their references. */
export async function loadReturnsOf(
  { kysely }: Queries,
  references: readonly string[],
): Promise<Map<string, ItemsReturn[]>> {
  if (references.length === 0) return new Map()
  const query = kysely.selectFrom('checkout_returns').selectAll().where('reference', 'in', references)
  const byReference = Map.groupBy(await query.orderBy('number').execute(), ({ reference }) => reference)
  return new Map([...byReference].map(([reference, rows]) => [reference, rows.map(toStored)]))
}

/** Inserts a return. @param place `number`: 1 for the first of its checkout; `refunded`: by all returns up to this one */
export async function insertReturn(
  { kysely }: Queries,
  { id, at, restock, lines, key, hash }: StoredReturn,
  { reference, number, refunded }: { reference: string; number: number; refunded: Money | null },
): Promise<void> {
  const row: CheckoutReturnTable = {
    ...{ reference, number, id, at, restock: restock ? 1 : 0, lines: JSON.stringify(lines) },
    ...{ refunded: JSON.stringify(refunded), idempotency_key: key, request_hash: hash },
  }
  await kysely.insertInto('checkout_returns').values(row).execute()
}

/**
 * Finds the return that a key has made. The key is kept with its return, without an end.
 * @throws Refusal 422 `idempotency_key_reused` for a key that stands for another request
 */
export function findMade(
  earlier: readonly StoredReturn[],
  key: string | undefined,
  hash: string,
): StoredReturn | undefined {
  if (key === undefined) return undefined
  const known = earlier.find(each => each.key === key)
  if (!known || known.hash === hash) return known
  const detail = 'The key was sent before, with another body: use a new key for each return.'
  throw new Refusal({ code: 'idempotency_key_reused', header: IDEMPOTENCY_KEY, detail })
}

/** The list of carts with lines, in the order of their last changes: one bounded statement per page. */

import { type RawBuilder, sql } from 'kysely'
import { changedAt } from '../../cart/cart-times.sql.ts'
import type { Engine, Queries } from '../../db/database.ts'
import { type Parameter, prepared } from '../../db/prepared.ts'
import type { Key } from '../../schema/keyset.ts'
import type { CartListQuery, OwnerKind } from './cart-list-query.ts'

/**
 * Carts of one kind that a page examines at most. Emptied carts keep their rows: a page among a million of them would otherwise examine
 * all. `bench/cart-list.ts` measures such a page.
 */
const EXAMINED_CARTS = 1_000

/** A cart of the list. */
export interface ListedCart {
  /** `member:42` or `guest:<uuid>`. */
  subject: string
  /** Milliseconds since the epoch. */
  changedAt: number
  lines: number
  /** The sum of all quantities. */
  pieces: number
}

/** A page of the list. */
export interface CartPage {
  /** Up to `limit` carts, and one more where there is a next page. */
  rows: ListedCart[]
  /** Key of the last examined cart, where the page ends before its limit and more carts may follow. */
  examinedTo: Key | undefined
}

/** Finds a page of carts. */
export type FindCarts = (query: CartListQuery) => Promise<CartPage>

/** Creates the query of the list, which examines at most a thousand carts of each kind for a page. */
export function createCartFinder(database: Queries): FindCarts {
  return async query => {
    const examined = await selectCarts[query.kind ?? 'both'](database, toRange(query))
    const rows = examined.filter(({ lines }) => lines > 0).map(toListedCart)
    const last = examined.at(-1)
    const endsEarly = rows.length <= query.limit && last?.is_last_examined === 1
    return { rows, examinedTo: endsEarly ? [last.changed_at, last.id] : undefined }
  }
}

/** The statement parameters of a page: the key that it comes after, the time that it ends before, and its rows. */
interface Range {
  fromTime: number
  fromId: string
  before: number
  rows: number
}

function toRange({ after, changedAfter = Number.MIN_SAFE_INTEGER, changedBefore, limit }: CartListQuery): Range {
  const [time, id] = (after ?? []) as [time?: number, id?: string]
  const continues = time !== undefined && time >= changedAfter
  return {
    fromTime: continues ? time : changedAfter,
    // No id is smaller than the empty text.
    fromId: (continues && id) || '',
    before: changedBefore ?? Number.MAX_SAFE_INTEGER,
    rows: limit + 1,
  }
}

interface Row {
  id: string
  changed_at: number
  lines: number
  pieces: number | null
  /** Whether this is the last cart that the page may examine; it is returned even when it is empty. */
  is_last_examined: 0 | 1
}

function toListedCart({ id, changed_at, lines, pieces }: Row): ListedCart {
  return { subject: id, changedAt: changed_at, lines, pieces: pieces ?? 0 }
}

/** The statements of a page, by the kind of the carts' owners. */
const selectCarts = {
  member: prepared<Range, Row>((parameter, engine) => selectPage(parameter, examineOnly('member', parameter, engine))),
  guest: prepared<Range, Row>((parameter, engine) => selectPage(parameter, examineOnly('guest', parameter, engine))),
  both: prepared<Range, Row>((parameter, engine) => selectPage(parameter, examineBoth(parameter, engine))),
}

/**
 * Selects a page. The counts are outside of the limit, so that they are computed for the carts of the page alone.
 * @param examined up to `EXAMINED_CARTS` carts in their order
 */
function selectPage(parameter: Parameter<Range>, examined: RawBuilder<unknown>): RawBuilder<Row> {
  return sql<Row>`
    select id, changed_at, is_last_examined,
      (select count(*) from cart_lines where cart_id = page.id) as lines,
      (select sum(quantity) from cart_lines where cart_id = page.id) as pieces
    from (
      select id, changed_at, case when number = ${sql.lit(EXAMINED_CARTS)} then 1 else 0 end as is_last_examined
      from (
        select id, changed_at, row_number() over (order by changed_at, id) as number from (${examined}) as examined
      ) as numbered
      where number = ${sql.lit(EXAMINED_CARTS)} or exists (select 1 from cart_lines where cart_id = numbered.id)
      order by changed_at, id limit ${parameter('rows')}
    ) as page
    order by changed_at, id`
}

/** Selects the carts of one kind in their order, from the index of this kind. */
function examineOnly(kind: OwnerKind, parameter: Parameter<Range>, engine: Engine): RawBuilder<unknown> {
  // The key of the index: see the migration 0010.
  const time = engine === 'sqlite' ? sql`carts.changed_at` : changedAt
  // Literals: an index is used only where the statement repeats its condition.
  const isOfKind = kind === 'member' ? sql`id like 'member:%'` : sql`id like 'guest:%' and merged_into is null`
  return sql`
    select id, ${time} as changed_at from carts
    where ${isOfKind} and (${time}, id) > (${parameter('fromTime')}, ${parameter('fromId')}) and ${time} < ${parameter('before')}
    order by ${time}, id limit ${sql.lit(EXAMINED_CARTS)}`
}

/** Selects the carts of both kinds in their order. Each kind has its own limit, so that PostgreSQL takes both from their indexes. */
function examineBoth(parameter: Parameter<Range>, engine: Engine): RawBuilder<unknown> {
  return sql`
    select * from (${examineOnly('member', parameter, engine)}) as members
    union all select * from (${examineOnly('guest', parameter, engine)}) as guests
    order by changed_at, id limit ${sql.lit(EXAMINED_CARTS)}`
}

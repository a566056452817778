/** The list of carts with lines, in the order of their last changes: a page finds carts first, and counts their lines then. */

import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { prepared } from '../../db/prepared-statements.ts'
import type { Key } from '../../schema/keyset.ts'
import { changedAt } from '../storage/cart-times.sql.ts'
import type { CartListQuery, OwnerKind } from './cart-list-query.ts'

/**
 * Carts that a page examines at most. Emptied carts keep their rows: a page among a million of them would otherwise examine
 * all.
 */
const EXAMINED_CARTS = 1_000
/** Carts whose lines one statement counts. */
const CARTS_PER_COUNT = 200

/** A cart of the list. */
export interface ListedCart {
  /** `member:42`, `guest:<uuid>` or `ucp:<uuid>`. */
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
export type FindCarts = (query: CartPageQuery) => Promise<CartPage>

/** What of a query a page is found by. */
export type CartPageQuery = Pick<CartListQuery, 'filters' | 'after' | 'limit'>

/** Creates the query of the list, which examines at most a thousand carts for a page. @param now milliseconds since the epoch */
export function createCartFinder(database: Queries, now: () => number): FindCarts {
  return async query => {
    const examined = await examine(database, query, now())
    const rows: ListedCart[] = []
    for (let start = 0; start < examined.length && rows.length <= query.limit; start += CARTS_PER_COUNT) {
      rows.push(...(await withLines(database, examined.slice(start, start + CARTS_PER_COUNT))))
    }
    const last = examined.at(-1)
    const endsEarly = rows.length <= query.limit && examined.length === EXAMINED_CARTS
    return {
      rows: rows.slice(0, query.limit + 1),
      examinedTo: endsEarly && last ? [last.changed_at, last.id] : undefined,
    }
  }
}

/** A cart that a page examines. */
interface Examined {
  id: string
  changed_at: number
}

/** Finds the next carts in their order, with lines or without. */
async function examine(database: Queries, query: CartPageQuery, now: number): Promise<Examined[]> {
  const range = { ...toRange(query), now }
  const { kind } = query.filters
  if (kind) return selectCarts[kind](database, range)
  const [guests, members] = await Promise.all([selectCarts.guest(database, range), selectCarts.member(database, range)])
  // The sort is stable: of equal times guests come first, as by their ids.
  return [...guests, ...members].sort((a, b) => a.changed_at - b.changed_at).slice(0, EXAMINED_CARTS)
}

/** The statement parameters of a page: the key that it comes after, and the time that it ends before. */
interface Range {
  fromTime: number
  fromId: string
  before: number
  /** The time at which carts of agents must be living. */
  now: number
}

function toRange({ after, filters }: Pick<CartListQuery, 'after' | 'filters'>): Omit<Range, 'now'> {
  const { changedAfter = Number.MIN_SAFE_INTEGER, changedBefore = Number.MAX_SAFE_INTEGER } = filters
  const [time, id] = (after ?? []) as [time?: number, id?: string]
  const continues = time !== undefined && time >= changedAfter
  return {
    fromTime: continues ? time : changedAfter,
    // No id is smaller than the empty text.
    fromId: (continues && id) || '',
    before: changedBefore,
  }
}

/** The statements that find carts, by the kind of their owners. */
const selectCarts = { member: examineOnly('member'), guest: examineOnly('guest'), ucp: examineOnly('ucp') }

/** Selects the carts of one kind in their order, from the index of this kind. */
function examineOnly(kind: OwnerKind) {
  return prepared<Range, Examined>((parameter, engine) => {
    // The key of the index: see the migration 0035.
    const time = engine === 'sqlite' ? sql`carts.changed_at` : changedAt
    return sql`
      select id, ${time} as changed_at from carts
      where ${conditionOf(kind, parameter('now'))} and (${time}, id) > (${parameter('fromTime')}, ${parameter('fromId')}) and ${time} < ${parameter('before')}
      order by ${time}, id limit ${sql.lit(EXAMINED_CARTS)}`
  })
}

/** Returns the condition of a kind. It has literals: an index is used only where the statement repeats its condition. */
function conditionOf(kind: OwnerKind, now: number): RawBuilder<unknown> {
  switch (kind) {
    case 'member':
      return sql`id like 'member:%'`
    case 'guest':
      return sql`id like 'guest:%' and merged_into is null`
    case 'ucp':
      return sql`id like 'ucp:%' and exists (
        select 1 from ucp_carts u where u.cart_id = carts.id and u.cancelled_at is null and u.expires_at > ${now})`
  }
}

/** Returns those carts that have lines, with the counts of their lines. */
async function withLines(database: Queries, carts: Examined[]): Promise<ListedCart[]> {
  const keys = JSON.stringify(carts.map(({ id }) => ({ id })))
  const counts = new Map((await countLines(database, { keys })).map(row => [row.id, row]))
  return carts.flatMap(({ id, changed_at: changed }) => {
    const counted = counts.get(id)
    return counted ? [{ subject: id, changedAt: changed, lines: counted.lines, pieces: counted.pieces }] : []
  })
}

const countLines = prepared<{ keys: string }, { id: string; lines: number; pieces: number }>(
  (parameter, engine) => sql`
    select cart_id as id, count(*) as lines, sum(quantity) as pieces from cart_lines
    where cart_id in (select k.id from ${jsonRows(parameter('keys'), 'k', { columns: { id: 'text' }, engine })})
    group by cart_id`,
)

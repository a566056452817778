/** The links that the shop has made. */

import { sql } from 'kysely'
import type { CountedItem } from '../opening/bringing.ts'
import type { CartLinkTable } from '../../db/cart-tables.ts'
import { type Queries, transaction } from '../../db/database.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { prepared } from '../../db/prepared-statements.ts'
import { setLockTimeout } from '../../db/time-limits.ts'
import { isLockConflict } from '../../db/unavailable.ts'

/** Links per batch. */
const LINKS_PER_BATCH = 200
/** How long a batch waits for a row that an opening has locked. */
const LOCK_WAIT_MS = 50
/** Time after the end of a link in which one that was opened before may still store what it brings. */
const GRACE_MS = 60_000

/** A link as it is stored. */
export interface CartLink {
  items: readonly CountedItem[]
  /** The coupon code as it was written; null for none. */
  enteredCode: string | null
  /** Milliseconds since the epoch. */
  expiresAt: number
  /** How many visitors may bring something; null for any number. */
  uses: number | null
}

/** Returns the key by which is remembered what a link has brought. */
export function broughtKeyOf(id: string): string {
  return `link:${id}`
}

/** Inserts a link. @param now milliseconds since the epoch */
export async function insertLink(queries: Queries, id: string, link: CartLink, now: number): Promise<void> {
  const lines = JSON.stringify(link.items.map(({ productId, variantId, quantity }) => [productId, variantId, quantity]))
  const { enteredCode, expiresAt, uses } = link
  await insert(queries, { id, lines, enteredCode, now, expiresAt, uses })
}

/** Finds a link that has not expired. @param now milliseconds since the epoch */
export async function findLink(queries: Queries, id: string, now: number): Promise<CartLink | undefined> {
  const [row] = await select(queries, { id, now })
  if (!row) return undefined
  const lines = JSON.parse(row.lines) as [number, number, number][]
  return {
    items: lines.map(([productId, variantId, quantity]) => ({ productId, variantId, quantity })),
    enteredCode: row.entered_code,
    expiresAt: row.expires_at,
    uses: row.uses,
  }
}

/** Whether the shop has a coupon with a folded code. */
export async function hasCoupon(queries: Queries, foldedCode: string): Promise<boolean> {
  return (await selectCoupon(queries, { foldedCode })).length > 0
}

/**
 * Deletes a batch of links that have expired a minute ago, with what is remembered of them.
 * @param now milliseconds since the epoch
 * @returns the number of deleted links; 0 when none is left, or all of the batch are in use
 */
export async function deleteExpiredLinks(database: Queries, now: number): Promise<number> {
  const values = { before: now - GRACE_MS }
  const found = await selectExpired(database, values)
  if (found.length === 0) return 0
  return await transaction(database, async queries => {
    if (queries.engine === 'postgres') await setLockTimeout(queries, LOCK_WAIT_MS)
    const deleted = await deleteLinks(queries, { keys: JSON.stringify(found) })
    const keys = deleted.map(({ id }) => ({ id: broughtKeyOf(id) }))
    if (keys.length > 0) await deleteBrought(queries, { keys: JSON.stringify(keys) })
    return deleted.length
  }).catch((error: unknown) => {
    if (isLockConflict(error)) return 0
    throw error
  })
}

type Keys = { keys: string }
type Id = { id: string }

const insert = prepared<
  Id & { lines: string; enteredCode: string | null; now: number; expiresAt: number; uses: number | null },
  never
>(
  parameter => sql`
    insert into cart_links (id, lines, entered_code, created_at, expires_at, uses)
    values (${parameter('id')}, ${parameter('lines')}, ${parameter('enteredCode')}, ${parameter('now')},
      ${parameter('expiresAt')}, ${parameter('uses')})`,
)

const select = prepared<Id & { now: number }, Pick<CartLinkTable, 'lines' | 'entered_code' | 'expires_at' | 'uses'>>(
  parameter => sql`
    select lines, entered_code, expires_at, uses from cart_links
    where id = ${parameter('id')} and expires_at > ${parameter('now')}`,
)

const selectCoupon = prepared<{ foldedCode: string }, object>(
  parameter => sql`select 1 as found from coupons where folded_code = ${parameter('foldedCode')}`,
)

const selectExpired = prepared<{ before: number }, Id>(
  parameter => sql`
    select id from cart_links where expires_at <= ${parameter('before')}
    order by expires_at limit ${sql.lit(LINKS_PER_BATCH)}`,
)

const deleteLinks = prepared<Keys, Id>(
  (parameter, engine) => sql`
    delete from cart_links where id in (
      select k.id from ${jsonRows(parameter('keys'), 'k', { columns: { id: 'text' }, engine })})
    returning id`,
)

const deleteBrought = prepared<Keys, never>(
  (parameter, engine) => sql`
    delete from ucp_brought where ucp_cart_id in (
      select k.id from ${jsonRows(parameter('keys'), 'k', { columns: { id: 'text' }, engine })})`,
)

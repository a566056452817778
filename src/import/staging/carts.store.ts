/** Staged carts, their owners, and the stored carts that they replace. Every statement runs inside the import's transaction. */

import { sql } from 'kysely'
import { cartIdOf, type Owner, parseCartSubject } from '../../auth/identity.ts'
import { keyOf } from '../../auth/owner-key.ts'
import type { ContentLine } from '../../cart/content/cart-content.ts'
import {
  deleteLines,
  insertLines,
  loadFacts,
  saveChoices,
  type StoredRow,
  toRows,
} from '../../cart/content/replace-content.sql.ts'
import { lockCart } from '../../cart/storage/write-cart.sql.ts'
import type { Queries } from '../../db/database.ts'
import { prepared } from '../../db/prepared-statements.ts'
import { foldCouponCode } from '../../model/coupon-code.ts'
import { inRanges, numbered } from './numbered.sql.ts'

/** Carts per page: each may have as many lines as a cart holds. */
const CARTS = 50
const LOCKS = 1_000

/** A staged cart. */
export interface StagedCart {
  file: number
  place: string
  position: number
  external_id: string | null
  cart_id: string | null
  content: { lines: ContentLine[]; couponCode?: string | null }
}

/** Whether the import has a cart. */
export async function hasCarts({ kysely }: Queries): Promise<boolean> {
  return (await sql`select 1 from staged_carts limit 1`.execute(kysely)).rows.length > 0
}

/**
 * Locks the stored carts that the import may replace: before the lock of the shop, for which whoever has locked a cart may wait, and members'
 * carts before guests', as merges do. SQLite has one writer. A cart that is created later is locked when it is replaced: where its owner
 * waits for the shop then, PostgreSQL ends this transaction, and the import tries again.
 */
export async function lockCarts(queries: Queries): Promise<void> {
  if (queries.engine === 'sqlite' || !(await hasCarts(queries))) return
  const keys = sql`
    select cart_id from staged_carts where cart_id is not null
    union
    select 'member:' || c.id from staged_carts s join customers c on c.external_id = s.external_id
    union
    select 'member:' || u.id from staged_carts s join staged_customers u on u.external_id = s.external_id where u.id is not null
    union
    select 'member:' || c.id from staged_carts s join staged_customers u on u.external_id = s.external_id
      join customers c on c.email = u.email where u.id is null`
  await inRanges(queries, { keys, names: ['cart_id collate "C" desc'], size: LOCKS }, async isInRange => {
    const { rows } = await sql<{ cart_id: string }>`
      select n.cart_id from ${numbered} n where ${isInRange} order by n.number`.execute(queries.kysely)
    for (const { cart_id: cartId } of rows) await lockCart(queries, { cartId })
  })
}

/** Reads the staged carts after a position; none after the last. */
export async function findStagedCarts({ kysely }: Queries, after: number): Promise<StagedCart[]> {
  const { rows } = await sql<Omit<StagedCart, 'content'> & { content: string }>`
    select file, place, position, external_id, cart_id, content from staged_carts
    where position > ${after} order by position limit ${sql.lit(CARTS)}`.execute(kysely)
  return rows.map(row => ({ ...row, content: JSON.parse(row.content) as StagedCart['content'] }))
}

/** The owner of a staged cart; undefined for a customer who does not exist. */
export interface FoundOwner {
  owner: Owner | undefined
  /** Whether the owner is a guest or an active customer. */
  isActive: boolean
}

/** Finds the owners of staged carts, after the customers of the import are saved. */
export async function findOwners({ kysely }: Queries, carts: readonly StagedCart[]): Promise<FoundOwner[]> {
  const named = carts.map(({ cart_id }) => ownerOf(cart_id))
  const ids = named.flatMap(owner => (owner?.kind === 'member' ? [owner.customerId] : []))
  const externalIds = carts.flatMap(({ external_id }) => external_id ?? [])
  const rows = await kysely
    .selectFrom('customers')
    .select(['id', 'external_id', 'status'])
    .where(eb => eb.or([eb('id', 'in', [0, ...ids]), eb('external_id', 'in', ['', ...externalIds])]))
    .execute()
  const merged = await findMerged({ kysely }, carts)
  const byId = new Map(rows.map(row => [row.id, row]))
  const byExternalId = new Map(rows.map(row => [row.external_id, row]))
  return carts.map(({ external_id }, index) => {
    const owner = named[index]
    if (owner?.kind === 'guest') return { owner, isActive: !merged.has(cartIdOf(owner)) }
    const row = owner ? byId.get(owner.customerId) : external_id === null ? undefined : byExternalId.get(external_id)
    return { owner: row && ownerOf(`member:${row.id}`), isActive: row?.status === 'active' }
  })
}

/** Finds the carts of guests who have logged in. */
async function findMerged({ kysely }: Pick<Queries, 'kysely'>, carts: readonly StagedCart[]): Promise<Set<string>> {
  const rows = await kysely
    .selectFrom('carts')
    .select(['id', 'merged_into'])
    .where('id', 'in', ['', ...carts.flatMap(({ cart_id }) => cart_id ?? [])])
    .execute()
  return new Set(rows.flatMap(({ id, merged_into }) => (merged_into === null ? [] : id)))
}

function ownerOf(cartId: string | null): Owner | undefined {
  const owner = cartId === null ? undefined : parseCartSubject(cartId)
  return owner?.kind === 'ucp' ? undefined : owner
}

/** Finds which folded codes coupons have. */
export async function findCodes({ kysely }: Queries, codes: readonly string[]): Promise<Set<string>> {
  if (codes.length === 0) return new Set()
  const rows = await kysely.selectFrom('coupons').select('folded_code').where('folded_code', 'in', codes).execute()
  return new Set(rows.map(row => row.folded_code))
}

/** Loads what decides whether the items of carts may be in them, one list for each. */
export async function loadFactsOf(queries: Queries, carts: readonly StagedCart[]) {
  const facts = await loadFacts(
    queries,
    carts.flatMap(({ content }) => content.lines),
  )
  let end = 0
  return carts.map(({ content }) => {
    end += content.lines.length
    return facts.slice(end - content.lines.length, end)
  })
}

/** What a replacement has done to a cart; `merged` for that of a guest who has logged in, which stays. */
export type Replaced = 'created' | 'updated' | 'unchanged' | 'merged'

interface Sources {
  newId: () => string
  /** Milliseconds since the epoch. */
  now: number
}

/** Replaces the cart of an owner where it differs, by the rules of `PUT /carts/:subject`. */
export async function replaceCart(
  queries: Queries,
  owner: Owner,
  { content: { lines, couponCode } }: StagedCart,
  { newId, now }: Sources,
): Promise<Replaced> {
  const key = keyOf(owner)
  const { cartId } = key
  const isNew =
    (await lockCart(queries, { cartId })).length === 0 && (await insertCart(queries, { cartId, now })).length > 0
  // Another request may have created it meanwhile.
  if (!isNew) await lockCart(queries, { cartId })
  const [cart] = await selectCart(queries, { cartId })
  if (!cart || cart.merged_into !== null) return 'merged'
  const before = await selectLines(queries, { cartId })
  const rows = toRows(lines, before, newId)
  const coupon = couponOf(couponCode)
  const keepsLines = rows.length === before.length && rows.every((row, index) => isSame(row, before[index] as ReadLine))
  if (keepsLines && keepsCoupon(cart, coupon)) return isNew ? 'created' : 'unchanged'
  await deleteLines(queries, key, {})
  if (rows.length > 0) await insertLines(queries, key, { rows: JSON.stringify(rows) })
  await saveChoices(queries, key, { ...(coupon ?? KEPT), now })
  return isNew ? 'created' : 'updated'
}

const KEPT = { setsCoupon: 0, foldedCode: null, enteredCode: null } as const

function couponOf(code: string | null | undefined) {
  if (code === undefined) return undefined
  return { setsCoupon: 1, foldedCode: code && foldCouponCode(code), enteredCode: code } as const
}

function keepsCoupon(cart: StoredCart, coupon: ReturnType<typeof couponOf>): boolean {
  return !coupon || (cart.coupon_code === coupon.foldedCode && cart.entered_code === coupon.enteredCode)
}

function isSame(row: ReturnType<typeof toRows>[number], stored: ReadLine): boolean {
  return (
    row.id === stored.id &&
    row.q === stored.quantity &&
    row.o === stored.order_note &&
    row.g === stored.gift_note &&
    row.w === stored.gift_package
  )
}

const insertCart = prepared<{ cartId: string; now: number }, { id: string }>(
  parameter => sql`
    insert into carts (id, created_at, used_at, changed_at)
    values (${parameter('cartId')}, ${parameter('now')}, ${parameter('now')}, ${parameter('now')})
    on conflict (id) do nothing
    returning id`,
)

type StoredCart = { merged_into: number | null; coupon_code: string | null; entered_code: string | null }

const selectCart = prepared<{ cartId: string }, StoredCart>(
  parameter => sql`select merged_into, coupon_code, entered_code from carts where id = ${parameter('cartId')}`,
)

type ReadLine = StoredRow & { quantity: number }

const selectLines = prepared<{ cartId: string }, ReadLine>(
  parameter => sql`
    select product_id, variant_id, id, order_note, gift_note, gift_package, quantity
    from cart_lines where cart_id = ${parameter('cartId')} order by position`,
)

/** Moves a guest's cart into a member's in one transaction (login). */

import { sql } from 'kysely'
import { cartIdOf, type Guest, type Member } from '../auth/identity.ts'
import type { Queries } from '../db/database.ts'
import type { CartLineTable } from '../db/tables.ts'
import { Refusal } from '../errors.ts'
import { keyOf } from './cart.sql.ts'
import { MAX_QUANTITY } from './cart.ts'
import { type LimitLockWait, lockOrInsertCart, type WriteCart } from './write-cart.sql.ts'

type Choices = { coupon_code: string | null; campaign_id: number | null }

/** `merged`: the guest's cart is the member's now, by this call or an earlier one. */
export type MergeOutcome = 'merged' | 'merged_elsewhere' | 'customer_not_active'

const LINES_PER_INSERT = 200

/**
 * Every merge locks the member's cart first and the guest's second, so that no two of them can deadlock.
 * @param maxLines how many lines a cart may hold
 */
export function createMergeStore(writeCart: WriteCart, maxLines: number) {
  return {
    /**
     * Moves the lines and choices of the guest, and cancels the guest.
     * @throws Refusal 422 `cart_full`, or 503 `cart_busy`; nothing is moved then
     */
    mergeGuest(member: Member, guest: Guest, now: number): Promise<MergeOutcome> {
      const merge = async (queries: Queries, limitLockWait: LimitLockWait): Promise<MergeOutcome> => {
        const isLocked = await lockOrInsertCart(queries, { ...keyOf(member), now }, limitLockWait)
        if (!isLocked) return 'customer_not_active'
        await limitLockWait()
        const choices = await cancelGuest(queries, guest, member, now)
        if (!choices) return await explainCancelled(queries, guest, member)
        const guestLines = await takeLines(queries, guest)
        const memberLines = await countLines(queries, member)
        await appendLines(queries, member, guestLines)
        if (memberLines + guestLines.length > maxLines) {
          requireRoom(memberLines, await countLines(queries, member), maxLines)
        }
        await completeChoices(queries, member, choices)
        return 'merged'
      }
      return writeCart(cartIdOf(member), { locked: merge })
    },
  }
}

export type MergeStore = ReturnType<typeof createMergeStore>

/** Marks the guest as merged and gives its choices; undefined when it was merged before. */
async function cancelGuest(
  { kysely }: Queries,
  guest: Guest,
  member: Member,
  now: number,
): Promise<Choices | undefined> {
  const { rows } = await sql<Choices>`
    insert into carts (id, created_at, used_at, merged_into)
    values (${cartIdOf(guest)}, ${now}, ${now}, ${member.customerId})
    on conflict (id) do update set merged_into = excluded.merged_into where carts.merged_into is null
    returning coupon_code, campaign_id`.execute(kysely)
  return rows[0]
}

async function explainCancelled({ kysely }: Queries, guest: Guest, member: Member): Promise<MergeOutcome> {
  const { merged_into } = await kysely
    .selectFrom('carts')
    .select('merged_into')
    .where('id', '=', cartIdOf(guest))
    .executeTakeFirstOrThrow()
  return merged_into === member.customerId ? 'merged' : 'merged_elsewhere'
}

async function takeLines({ kysely }: Queries, guest: Guest): Promise<CartLineTable[]> {
  return await kysely.deleteFrom('cart_lines').where('cart_id', '=', cartIdOf(guest)).returningAll().execute()
}

async function countLines({ kysely }: Queries, member: Member): Promise<number> {
  const { lines } = await kysely
    .selectFrom('cart_lines')
    .select(({ fn }) => fn.countAll<number>().as('lines'))
    .where('cart_id', '=', cartIdOf(member))
    .executeTakeFirstOrThrow()
  return lines
}

/** The merge is undone by the throw. A cart that was full before it, under an earlier limit, may still take equal lines. */
function requireRoom(linesBefore: number, linesAfter: number, maxLines: number): void {
  if (linesAfter <= maxLines || linesAfter === linesBefore) return
  const detail = `A cart holds at most ${maxLines} lines.`
  throw new Refusal({ code: 'cart_full', pointer: '/guestToken', detail })
}

/** In their order, after the lines that the cart has. */
async function appendLines(queries: Queries, member: Member, guestLines: CartLineTable[]): Promise<void> {
  if (guestLines.length === 0) return
  const to = cartIdOf(member)
  const { last } = await queries.kysely
    .selectFrom('cart_lines')
    .select(({ fn }) => fn.coalesce(fn.max('position'), sql<number>`0`).as('last'))
    .where('cart_id', '=', to)
    .executeTakeFirstOrThrow()
  const lines = guestLines
    .sort((a, b) => a.position - b.position)
    .map((line, index) => ({ ...line, cart_id: to, position: last + index + 1 }))
  for (let start = 0; start < lines.length; start += LINES_PER_INSERT) {
    await addLines(queries, lines.slice(start, start + LINES_PER_INSERT))
  }
}

/** Equal lines become one: quantities add up to the maximum, the member's notes win over the guest's. */
async function addLines({ kysely }: Queries, lines: CartLineTable[]): Promise<void> {
  await kysely
    .insertInto('cart_lines')
    .values(lines)
    .onConflict(conflict =>
      conflict.columns(['cart_id', 'product_id', 'variant_id']).doUpdateSet({
        quantity: sql<number>`case when cart_lines.quantity + excluded.quantity > ${sql.lit(MAX_QUANTITY)}
          then ${sql.lit(MAX_QUANTITY)} else cart_lines.quantity + excluded.quantity end`,
        order_note: sql`coalesce(cart_lines.order_note, excluded.order_note)`,
        gift_note: sql`coalesce(cart_lines.gift_note, excluded.gift_note)`,
        gift_package: sql`case when cart_lines.gift_package = 1 then 1 else excluded.gift_package end`,
      }),
    )
    .execute()
}

/** The guest's coupon and campaign are taken only where the member has chosen none. */
async function completeChoices({ kysely }: Queries, member: Member, choices: Choices): Promise<void> {
  await sql`
    update carts set
      coupon_code = coalesce(coupon_code, ${choices.coupon_code}),
      campaign_id = coalesce(campaign_id, cast(${choices.campaign_id} as bigint))
    where id = ${cartIdOf(member)}`.execute(kysely)
}

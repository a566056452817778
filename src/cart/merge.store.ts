/** Cart merge at login: moves a guest's cart into a member's cart in one transaction. */

import { sql } from 'kysely'
import { cartIdOf, type Guest, type Member } from '../auth/identity.ts'
import type { Queries } from '../db/database.ts'
import type { CartLineTable } from '../db/tables.ts'
import { Refusal } from '../errors.ts'
import { keyOf } from './cart.sql.ts'
import { MAX_QUANTITY } from './cart.ts'
import { type LimitLockWait, lockOrInsertCart, type WriteCart } from './write-cart.sql.ts'

type Choices = { coupon_code: string | null; campaign_id: number | null }

/** The result of a merge. `merged`: the guest was merged into this member, by this call or an earlier one. */
export type MergeOutcome = 'merged' | 'merged_elsewhere' | 'customer_not_active'

const LINES_PER_INSERT = 200

/**
 * Creates the merge store. Every merge locks the member's cart first and the guest's second, which prevents deadlocks.
 * @param maxLines maximum number of lines of a cart
 */
export function createMergeStore(writeCart: WriteCart, maxLines: number) {
  return {
    /**
     * Moves the guest's lines and choices to the member, and cancels the guest.
     * @param now milliseconds since the epoch
     * @throws Refusal 422 `cart_full` or 503 `cart_busy`; nothing is moved then
     */
    mergeGuest(member: Member, guest: Guest, now: number): Promise<MergeOutcome> {
      const merge = async (queries: Queries, limitLockWait: LimitLockWait): Promise<MergeOutcome> => {
        const isLocked = await lockOrInsertCart(queries, { ...keyOf(member), now }, limitLockWait)
        if (!isLocked) return 'customer_not_active'
        await limitLockWait()
        const choices = await cancelGuest(queries, guest, member, now)
        if (!choices) return await explainCancelled(queries, guest, member)
        const guestLines = await moveLines(queries, guest)
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

/** The merge statement of one database. */
export type MergeStore = ReturnType<typeof createMergeStore>

/** Marks the guest as merged. @returns the guest's choices; undefined when the guest was merged before */
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

async function moveLines({ kysely }: Queries, guest: Guest): Promise<CartLineTable[]> {
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

/**
 * Rolls the merge back by throwing. A cart that exceeds the limit since the limit was lowered still accepts equal lines.
 * @throws Refusal 422 `cart_full`
 */
function requireRoom(linesBefore: number, linesAfter: number, maxLines: number): void {
  if (linesAfter <= maxLines || linesAfter === linesBefore) return
  const detail = `A cart holds at most ${maxLines} lines.`
  throw new Refusal({ code: 'cart_full', pointer: '/guestToken', detail })
}

/** Inserts the guest's lines in their order, after the lines of the member. */
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

/** Inserts lines; equal lines are combined: quantities are added up to the maximum, and the member's notes take precedence. */
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

/** Copies the guest's coupon and campaign where the member has none. */
async function completeChoices({ kysely }: Queries, member: Member, choices: Choices): Promise<void> {
  await sql`
    update carts set
      coupon_code = coalesce(coupon_code, ${choices.coupon_code}),
      campaign_id = coalesce(campaign_id, cast(${choices.campaign_id} as bigint))
    where id = ${cartIdOf(member)}`.execute(kysely)
}

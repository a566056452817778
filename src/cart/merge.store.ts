/** Moves a guest's cart into a member's in one transaction (login). */

import { sql } from 'kysely'
import { cartIdOf, type Guest, type Member } from '../auth/identity.ts'
import { type Database, type Queries, transaction } from '../db/database.ts'
import type { CartLineTable } from '../db/tables.ts'
import { mayCreate } from './cart.sql.ts'
import { MAX_QUANTITY } from './cart.ts'

type Choices = { coupon_code: string | null; campaign_id: number | null }

/** `merged`: the guest's cart is the member's now, by this call or an earlier one. */
export type MergeOutcome = 'merged' | 'merged_elsewhere' | 'customer_not_active'

const LINES_PER_INSERT = 500

/** Every merge locks the member's cart first and the guest's second, so that no two of them can deadlock. */
export function mergeStore(database: Database) {
  return {
    mergeGuest(member: Member, guest: Guest, now: number): Promise<MergeOutcome> {
      return transaction(database, async queries => {
        if (!(await lockMember(queries, member, now))) return 'customer_not_active'
        const choices = await cancelGuest(queries, guest, member, now)
        if (!choices) return await explainCancelled(queries, guest, member)
        await moveLines(queries, cartIdOf(guest), cartIdOf(member))
        await completeChoices(queries, member, choices)
        return 'merged'
      })
    },
  }
}

export type MergeStore = ReturnType<typeof mergeStore>

/** Creates the member's cart where missing; adds to it wait until the transaction ends. */
async function lockMember({ engine, kysely }: Queries, member: Member, now: number): Promise<boolean> {
  const { rows } = await sql`
    insert into carts (id, created_at, used_at)
    select ${cartIdOf(member)}, cast(${now} as bigint), cast(${now} as bigint) from shop where ${mayCreate(member.customerId, engine)}
    on conflict (id) do update set revision = carts.revision + 1
    returning id`.execute(kysely)
  return rows.length > 0
}

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

async function moveLines(queries: Queries, from: string, to: string): Promise<void> {
  const { kysely } = queries
  const moved = await kysely.deleteFrom('cart_lines').where('cart_id', '=', from).returningAll().execute()
  if (moved.length === 0) return
  const { last } = await kysely
    .selectFrom('cart_lines')
    .select(({ fn }) => fn.coalesce(fn.max('position'), sql<number>`0`).as('last'))
    .where('cart_id', '=', to)
    .executeTakeFirstOrThrow()
  const lines = moved
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

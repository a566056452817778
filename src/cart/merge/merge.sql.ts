/** Statements that move a guest's cart into a member's, within a transaction that has locked the member's cart. */

import { type Selectable, sql } from 'kysely'
import { cartIdOf, type Guest, type Member } from '../../auth/identity.ts'
import { keyOf } from '../../auth/owner-key.ts'
import type { CartLineTable, CartTable } from '../../db/cart-tables.ts'
import type { Queries } from '../../db/database.ts'
import { Refusal } from '../../errors.ts'
import type { NewEvent } from '../../events/event.ts'
import { moveBrought } from '../brought/brought-carts.sql.ts'
import { appendLines } from '../lines/append-lines.sql.ts'
import { moveKeys } from '../lines/idempotency-keys.sql.ts'
import { writtenAt } from '../storage/cart-times.sql.ts'
import type { MoveHolds } from './move-holds-interface.ts'

type ChoiceColumns = Pick<
  Selectable<CartTable>,
  'coupon_code' | 'entered_code' | 'campaign_id' | 'refused_code' | 'refused_reason' | 'refused_at'
>

/** `merged`: the guest was merged into this member, by this merge or an earlier one. */
export type MergeResult = 'merged' | 'merged_elsewhere'

/** The result of a merge. A guest who was merged before brings no line and no event. */
export interface Merged {
  result: MergeResult
  /** Number of lines of the guest's cart. */
  lines: number
  /** The events that the transaction records last. */
  events: NewEvent[]
}

/** A merge of a guest into a member. */
export interface Merge {
  member: Member
  guest: Guest
  /** Maximum number of lines of a cart. */
  maxLines: number
  moveHolds: MoveHolds
  /** JSON pointer of the body's field that names the guest; undefined when none does. */
  pointer?: string
  /** Who merges: the member, or an administrator. */
  actor: string
  /** When the last token of the guest ends, in milliseconds since the epoch. */
  tokensEndAt: number
  /** Milliseconds since the epoch. */
  now: number
}

/**
 * Moves the guest's lines and choices to a member whose cart the transaction has locked, and cancels the guest.
 * @throws Refusal 422 `cart_full`, which rolls the transaction back
 */
export async function mergeLocked(
  queries: Queries,
  { member, guest, maxLines, moveHolds, pointer, actor, tokensEndAt, now }: Merge,
): Promise<Merged> {
  const choices = await cancelGuest(queries, guest, member, { tokensEndAt, now })
  if (!choices) return { result: await explainCancelled(queries, guest, member), lines: 0, events: [] }
  const guestLines = await moveLines(queries, guest)
  const memberLines = await countLines(queries, member)
  await appendLines(queries, keyOf(member), guestLines)
  if (memberLines + guestLines.length > maxLines) {
    requireRoom([memberLines, await countLines(queries, member)], maxLines, pointer)
  }
  const movesNothing = guestLines.length === 0 && choices.coupon_code === null && choices.campaign_id === null
  if (!movesNothing) await completeChoices(queries, member, choices, now)
  if (choices.refused_at !== null) await copyRefusedCode(queries, member, choices)
  await moveKeys(queries, { from: keyOf(guest), to: keyOf(member), now })
  await moveBrought(queries, { from: keyOf(guest), to: keyOf(member) })
  const [from, to] = [cartIdOf(guest), cartIdOf(member)]
  const released = await moveHolds(queries, { from, to, customerId: member.customerId, actor, now })
  const merged: NewEvent = { at: now, actor, subject: to, type: 'cart.merged', data: { guest: from } }
  return { result: 'merged', lines: guestLines.length, events: [merged, ...released] }
}

/** Marks the guest as merged. @returns the guest's choices; undefined when the guest was merged before */
async function cancelGuest(
  { kysely }: Queries,
  guest: Guest,
  member: Member,
  { tokensEndAt, now }: Pick<Merge, 'tokensEndAt' | 'now'>,
): Promise<ChoiceColumns | undefined> {
  const { rows } = await sql<ChoiceColumns>`
    insert into carts (id, created_at, used_at, changed_at, merged_into, tokens_end_at)
    values (${cartIdOf(guest)}, ${now}, ${now}, ${now}, ${member.customerId}, ${tokensEndAt})
    on conflict (id) do update set merged_into = excluded.merged_into, changed_at = excluded.changed_at,
      tokens_end_at = excluded.tokens_end_at
    where carts.merged_into is null
    returning coupon_code, entered_code, campaign_id, refused_code, refused_reason, refused_at`.execute(kysely)
  return rows[0]
}

async function explainCancelled({ kysely }: Queries, guest: Guest, member: Member): Promise<MergeResult> {
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
function requireRoom([before, after]: [number, number], maxLines: number, pointer?: string): void {
  if (after <= maxLines || after === before) return
  const detail = `A cart holds at most ${maxLines} lines.`
  throw new Refusal({ code: 'cart_full', detail, ...(pointer !== undefined && { pointer }) })
}

/**
 * Copies the guest's coupon and campaign where the member has none, and stores the time of the change. A member who has switched campaigns off
 * gets none: only the member's next choice switches them on again.
 */
async function completeChoices(
  { kysely }: Queries,
  member: Member,
  choices: ChoiceColumns,
  now: number,
): Promise<void> {
  await sql`
    update carts set
      entered_code = case when coupon_code is null then ${choices.entered_code} else entered_code end,
      coupon_code = coalesce(coupon_code, ${choices.coupon_code}),
      campaign_id = case when campaign_off = 1 then campaign_id
        else coalesce(campaign_id, cast(${choices.campaign_id} as bigint)) end,
      ${writtenAt(now)}
    where id = ${cartIdOf(member)}`.execute(kysely)
}

/** Copies the code that was refused last, for the staff, where the guest's was later. It changes nothing that the member sees. */
async function copyRefusedCode(
  { kysely }: Queries,
  member: Member,
  { refused_code, refused_reason, refused_at }: ChoiceColumns,
): Promise<void> {
  await kysely
    .updateTable('carts')
    .set({ refused_code, refused_reason, refused_at })
    .where('id', '=', cartIdOf(member))
    .where(({ eb, or }) => or([eb('refused_at', 'is', null), eb('refused_at', '<', refused_at)]))
    .execute()
}

/** Writes the coupon and campaign choices of a cart. */

import { sql } from 'kysely'
import type { Flag } from '../../../db/column-types.ts'
import { type CartWriteParameters, isOwnCart, statementOfOwner } from '../cart.sql.ts'
import { writtenAt } from '../cart-times.sql.ts'
import { cartWrite, writeArguments } from './cart-function.sql.ts'
import { recordWrite } from './record-write.sql.ts'

/** The choices to write. A choice whose flag is 0 keeps its value. */
export interface StoredChoices {
  /** The revision that the shop must have; null for any. */
  shopRevision: number | null
  setsCoupon: Flag
  foldedCode: string | null
  enteredCode: string | null
  setsCampaign: Flag
  campaignId: number | null
  /** The code that was refused, of a coupon that the shop has; null leaves the earlier one, unless a coupon is chosen. */
  refusedCode: string | null
  refusedReason: string | null
}

/**
 * A chosen campaign switches the engine's pick on, and its removal switches it off. A chosen coupon removes the code that was refused before it. Nothing is written, and `written` is 0, when the shop has another revision than
 * `p_shop_revision`.
 */
export const choose = cartWrite(
  'choose_4',
  `, p_shop_revision bigint, p_sets_coupon integer, p_coupon text, p_entered text,
  p_sets_campaign integer, p_campaign bigint, p_refused_code text, p_refused_reason text`,
  {
    returns: 'table (written integer)',
    body: `written := 1;
      if p_shop_revision is not null then
        perform 1 from shop s where s.revision = p_shop_revision;
        if not found then
          written := 0;
          return next;
          return;
        end if;
      end if;
      update carts c set
        coupon_code = case when p_sets_coupon = 1 then p_coupon else c.coupon_code end,
        entered_code = case when p_sets_coupon = 1 then p_entered else c.entered_code end,
        campaign_id = case when p_sets_campaign = 1 then p_campaign else c.campaign_id end,
        campaign_off = case when p_sets_campaign = 1 then case when p_campaign is null then 1 else 0 end else c.campaign_off end,
        refused_code = case when p_coupon is null then coalesce(p_refused_code, c.refused_code) end,
        refused_reason = case when p_coupon is null then coalesce(p_refused_reason, c.refused_reason) end,
        refused_at = case when p_refused_code is not null then p_now when p_coupon is null then c.refused_at end
        where c.id = p_cart;
      perform ${recordWrite.name}(p_cart, p_now);
      return next;`,
  },
)

/** Returns whether it has written; no row where the owner has no cart, or may not write. */
export const writeChoices = statementOfOwner<CartWriteParameters & StoredChoices, { written: Flag }>(
  (parameter, engine) =>
    engine === 'postgres'
      ? sql`
        select written from ${sql.raw(choose.name)}(${writeArguments(parameter)}, ${parameter('shopRevision')}, ${parameter('setsCoupon')},
          ${parameter('foldedCode')}, ${parameter('enteredCode')}, ${parameter('setsCampaign')}, ${parameter('campaignId')},
          ${parameter('refusedCode')}, ${parameter('refusedReason')})`
      : sql`
        update carts set
          coupon_code = case when ${parameter('setsCoupon')} = 1 then ${parameter('foldedCode')} else coupon_code end,
          entered_code = case when ${parameter('setsCoupon')} = 1 then ${parameter('enteredCode')} else entered_code end,
          campaign_id = case when ${parameter('setsCampaign')} = 1
            then cast(${parameter('campaignId')} as bigint) else campaign_id end,
          campaign_off = case when ${parameter('setsCampaign')} = 1
            then case when cast(${parameter('campaignId')} as bigint) is null then 1 else 0 end else campaign_off end,
          refused_code = case when ${parameter('foldedCode')} is null then coalesce(${parameter('refusedCode')}, refused_code) end,
          refused_reason = case when ${parameter('foldedCode')} is null then coalesce(${parameter('refusedReason')}, refused_reason) end,
          refused_at = case when ${parameter('refusedCode')} is not null then ${parameter('now')}
            when ${parameter('foldedCode')} is null then refused_at end,
          revision = revision + 1, ${writtenAt(parameter('now'))}
        where ${isOwnCart(parameter)} and (${parameter('shopRevision')} is null
          or exists (select 1 from shop where revision = ${parameter('shopRevision')}))
        returning 1 as written`,
  'writer',
)

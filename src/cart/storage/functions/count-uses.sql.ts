/** Counts the uses of a cart's promotions, without the hold of the cart. */

import { type RawBuilder, sql } from 'kysely'
import type { OwnerKey } from '../../../auth/owner-key.ts'
import type { Engine } from '../../../db/database.ts'
import type { DatabaseFunction } from '../../../db/postgres/database-function.ts'
import type { Parameter } from '../../../db/prepared-statements.ts'
import type { UsesQuery } from '../cart.sql.ts'

/**
 * `coupon` is the key of a limited coupon, or null; `campaigns` and `own_campaigns` are JSON arrays of ids: of those whose uses count, and of those
 * whose uses by the customer do; `at_ms` is the time. The result is JSON. One plan serves all promotions: the number of uses that PostgreSQL
 * expects for one of them must not make it plan again.
 */
export const cartUses: DatabaseFunction = {
  name: 'cart_uses_2',
  parameters: 'cart text, customer bigint, coupon text, campaigns text, own_campaigns text, at_ms bigint',
  returns: 'text',
  attributes: 'stable set plan_cache_mode = force_generic_plan',
  body: `
    declare
      own constant text := coalesce((select reference from checkouts where subject = cart and state = 'held'), '');
      coupon_uses bigint := 0;
      customer_uses bigint := 0;
      campaign_uses json;
      own_campaign_uses json;
    begin
      if coupon is not null then
        coupon_uses := coalesce((select completed from promotion_counts where promotion = coupon), 0)
          + (select count(*) from promotion_uses where promotion = coupon and expires_at > at_ms and reference <> own);
      end if;
      if coupon is not null and customer is not null then
        customer_uses := (select count(*) from promotion_uses where promotion = coupon and customer_id = customer
          and (expires_at is null or (expires_at > at_ms and reference <> own)));
      end if;
      if campaigns <> '[]' then
        campaign_uses := (
          select json_object_agg(limited.id,
            coalesce((select completed from promotion_counts where promotion = 'campaign:' || limited.id), 0)
            + (select count(*) from promotion_uses
              where promotion = 'campaign:' || limited.id and expires_at > at_ms and reference <> own))
          from json_array_elements_text(campaigns::json) as limited(id));
      end if;
      if own_campaigns <> '[]' and customer is not null then
        own_campaign_uses := (
          select json_object_agg(limited.id,
            (select count(*) from promotion_uses where promotion = 'campaign:' || limited.id and customer_id = customer
              and (expires_at is null or (expires_at > at_ms and reference <> own))))
          from json_array_elements_text(own_campaigns::json) as limited(id));
      end if;
      return json_build_object('coupon', coupon_uses, 'couponByCustomer', customer_uses, 'campaigns', campaign_uses,
        'campaignsByCustomer', own_campaign_uses);
    end `,
}

/**
 * The uses of a coupon `k` with its column `limited`, and of the limited campaigns, as JSON.
 * @param ownCampaigns ids of the campaigns whose uses by the customer are counted, as JSON
 */
export function countUses(
  parameter: Parameter<OwnerKey & UsesQuery>,
  engine: Engine,
  ownCampaigns: RawBuilder<string> = sql`${parameter('limitedPerCustomer')}`,
): RawBuilder<string> {
  if (engine === 'sqlite') return usesOnSqlite(parameter, ownCampaigns)
  return sql`${sql.raw(cartUses.name)}(${parameter('cartId')}, ${parameter('customerId')}, 'coupon:' || k.folded_code,
    ${parameter('limitedCampaigns')}, ${ownCampaigns}, ${parameter('now')})`
}

/** The expression of the embedded engine. */
function usesOnSqlite(
  parameter: Parameter<OwnerKey & UsesQuery>,
  ownCampaigns: RawBuilder<string>,
): RawBuilder<string> {
  const coupon = sql<string | null>`case when k.limited = 1 then 'coupon:' || k.folded_code end`
  return sql`json_object(
    'coupon', case when k.limited = 1 then ${usesOf(parameter, coupon)} else 0 end,
    'couponByCustomer', case when k.limited = 1 and ${parameter('customerId')} is not null
      then ${usesByCustomer(parameter, coupon)} else 0 end,
    'campaigns', case when ${parameter('limitedCampaigns')} <> '[]' then json((
      select json_group_object(limited.value, ${usesOf(parameter, sql`'campaign:' || limited.value`)})
      from json_each(${parameter('limitedCampaigns')}) as limited)) end,
    'campaignsByCustomer', case when ${ownCampaigns} <> '[]' and ${parameter('customerId')} is not null then json((
      select json_group_object(limited.value, ${usesByCustomer(parameter, sql`'campaign:' || limited.value`)})
      from json_each(${ownCampaigns}) as limited)) end)`
}

/** Those by the cart's customer. */
function usesByCustomer(
  parameter: Parameter<OwnerKey & UsesQuery>,
  promotion: RawBuilder<string | null>,
): RawBuilder<number> {
  return sql`(
    select count(*) from promotion_uses where promotion = ${promotion} and customer_id = ${parameter('customerId')}
      and (expires_at is null or (${isHeldByOthers(parameter)})))`
}

/** The uses of a promotion, without the hold of this cart. */
function usesOf(parameter: Parameter<OwnerKey & UsesQuery>, promotion: RawBuilder<string | null>): RawBuilder<number> {
  return sql`(
    coalesce((select completed from promotion_counts where promotion = ${promotion}), 0)
    + (select count(*) from promotion_uses where promotion = ${promotion} and ${isHeldByOthers(parameter)}))`
}

/** The condition that a use is of a hold that has not expired, and is not this cart's. */
function isHeldByOthers(parameter: Parameter<OwnerKey & UsesQuery>): RawBuilder<boolean> {
  return sql`expires_at > ${parameter('now')}
    and reference <> coalesce((select reference from checkouts where subject = ${parameter('cartId')} and state = 'held'), '')`
}

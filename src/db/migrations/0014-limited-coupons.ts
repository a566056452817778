/** Migration 0014: adds what lets the cart query count uses only for carts that need them. */

import { type Kysely, sql } from 'kysely'

/**
 * Whether a coupon has a limit, computed by the database from the document. It compares texts, which cannot fail and takes less time than
 * parsing the JSON. It misses no limit: a document without both members counts as limited, and strings within a document have no
 * quotation marks that are not escaped.
 */
const limited = sql`case
  when document like '%"usageLimit":null%' and document like '%"usageLimitPerCustomer":null%' then 0 else 1 end`

/** Adds the column `coupons.limited`, and on PostgreSQL the function `cart_uses_1`. */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  if (engine === 'sqlite') return rebuildCoupons(db)
  await sql`alter table coupons add column limited integer generated always as (${limited}) stored`.execute(db)
  await createCartUses(db)
}

/** SQLite adds a stored column only to a new table, which gets the indexes of the old one. */
async function rebuildCoupons(db: Kysely<unknown>): Promise<void> {
  const { rows: indexes } = await sql<{ sql: string }>`
    select sql from sqlite_schema where type = 'index' and tbl_name = 'coupons' and sql is not null`.execute(db)
  await db.schema.alterTable('coupons').renameTo('coupons_before').execute()
  await db.schema
    .createTable('coupons')
    .addColumn('folded_code', 'text', column => column.primaryKey())
    .addColumn('document', 'text', column => column.notNull())
    .addColumn('limited', 'integer', column => column.generatedAlwaysAs(limited).stored())
    .execute()
  await sql`insert into coupons (folded_code, document) select folded_code, document from coupons_before`.execute(db)
  await db.schema.dropTable('coupons_before').execute()
  for (const index of indexes) await sql.raw(index.sql).execute(db)
}

/**
 * Creates the function that counts the uses of a cart's promotions, without the hold of the cart. `coupon` is the key of a limited coupon,
 * or null; `campaigns` is a JSON array of ids; `at_ms` is the time. The result is JSON. One plan serves all promotions: the number of uses
 * that PostgreSQL expects for one of them must not make it plan again.
 */
async function createCartUses(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function cart_uses_1(cart text, customer bigint, coupon text, campaigns text, at_ms bigint) returns text
    language plpgsql stable set plan_cache_mode = force_generic_plan as $$
    declare
      own constant text := coalesce((select reference from checkouts where subject = cart and state = 'held'), '');
      coupon_uses bigint := 0;
      customer_uses bigint := 0;
      campaign_uses json;
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
      return json_build_object('coupon', coupon_uses, 'couponByCustomer', customer_uses, 'campaigns', campaign_uses);
    end $$`.execute(db)
}

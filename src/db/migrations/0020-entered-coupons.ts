/** Migration 0020: stores the coupon code of a cart as it was entered, and creates the functions that return and write it on PostgreSQL. */

import { type Kysely, sql } from 'kysely'

/** The columns of a cart's owner, its choices, and its lines as JSON, with their types. The code is folded, and as it was entered. */
const columns = {
  shop_revision: 'bigint',
  customer_id: 'bigint',
  customer_status: 'text',
  customer_group_id: 'bigint',
  dealer: 'integer',
  customer_free_cargo: 'integer',
  group_free_cargo: 'integer',
  merged_into: 'bigint',
  used_at: 'bigint',
  changed_at: 'bigint',
  campaign_id: 'bigint',
  coupon: 'text',
  uses: 'text',
  lines: 'text',
}
const names = sql.raw(Object.keys(columns).join(', '))
const declared = sql.raw(
  Object.entries({ ...columns, coupon_code: 'text', entered_code: 'text' })
    .map(([name, type]) => `${name} ${type}`)
    .join(', '),
)

/** Adds the column `carts.entered_code`. The embedded engine needs no functions. */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  await sql`alter table carts add column entered_code text`.execute(db)
  if (engine === 'sqlite') return
  await createLoadCart(db)
  await createAddItem(db)
  await createChoose(db)
}

/** Creates `load_cart_2`: `load_cart_1` with the chosen code, which is also returned while no coupon has it. */
async function createLoadCart(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function load_cart_2(p_cart text, p_customer bigint, p_external_id text, p_limited_campaigns text, p_now bigint)
    returns table (${declared})
    language plpgsql stable as $$
    declare
      v_limited integer;
    begin
      select s.revision into shop_revision from shop s;
      if not found then
        return;
      end if;
      if p_customer is not null then
        select u.id, u.status, u.customer_group_id, u.dealer, u.free_cargo
          into customer_id, customer_status, customer_group_id, dealer, customer_free_cargo
          from customers u where u.id = p_customer and (p_external_id is null or u.external_id = p_external_id);
        if customer_group_id is not null then
          select g.free_cargo into group_free_cargo from customer_groups g where g.id = customer_group_id;
        end if;
      end if;
      select c.merged_into, c.used_at, coalesce(c.changed_at, c.used_at), c.campaign_id, c.coupon_code, c.entered_code
        into merged_into, used_at, changed_at, campaign_id, coupon_code, entered_code
        from carts c where c.id = p_cart;
      if coupon_code is not null then
        select k.document, k.limited into coupon, v_limited from coupons k where k.folded_code = coupon_code;
      end if;
      if v_limited = 1 or p_limited_campaigns <> '[]' then
        uses := cart_uses_1(p_cart, p_customer, case when v_limited = 1 then 'coupon:' || coupon_code end,
          p_limited_campaigns, p_now);
      end if;
      select cast(json_agg(
          json_build_array(l.id, l.product_id, l.variant_id, l.quantity, l.order_note, l.gift_note, l.gift_package)
          order by l.position, l.id) as text) into lines
        from cart_lines l where l.cart_id = p_cart;
      return next;
    end $$`.execute(db)
}

/** Creates `add_item_2`: `add_item_1` with the chosen code, which cannot change between the two statements: the cart is locked. */
async function createAddItem(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function add_item_2(p_cart text, p_customer bigint, p_external_id text, p_limited_campaigns text, p_now bigint,
      p_product bigint, p_variant bigint, p_item text, p_quantity integer, p_max_lines integer, p_key text, p_wait_ms integer)
    returns table (outcome text, affected_id text, ${declared})
    language plpgsql as $$
    begin
      select a.* into outcome, affected_id, ${names}
        from add_item_1(p_cart, p_customer, p_external_id, p_limited_campaigns, p_now, p_product, p_variant, p_item,
          p_quantity, p_max_lines, p_key, p_wait_ms) a;
      if not found then
        return;
      end if;
      select c.coupon_code, c.entered_code into coupon_code, entered_code from carts c where c.id = p_cart;
      return next;
    end $$`.execute(db)
}

/**
 * Creates `choose_2`. A choice whose flag is 0 keeps its value. Nothing is written, and `written` is 0, when the shop has another
 * revision than `p_shop_revision`; null for a choice that depends on none.
 */
async function createChoose(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function choose_2(p_cart text, p_customer bigint, p_external_id text, p_now bigint, p_wait_ms integer,
      p_shop_revision bigint, p_sets_coupon integer, p_coupon text, p_entered text, p_sets_campaign integer, p_campaign bigint)
    returns table (written integer)
    language plpgsql as $$
    begin
      if not lock_cart_1(p_cart, p_wait_ms) then
        return;
      end if;
      if p_customer is not null and not is_active_customer_1(p_customer, p_external_id) then
        return;
      end if;
      written := 1;
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
        campaign_id = case when p_sets_campaign = 1 then p_campaign else c.campaign_id end
        where c.id = p_cart;
      perform record_write_1(p_cart, p_now);
      return next;
    end $$`.execute(db)
}

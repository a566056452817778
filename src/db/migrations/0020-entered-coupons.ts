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
  coupon_code: 'text',
  entered_code: 'text',
}
const names = sql.raw(Object.keys(columns).join(', '))
const declared = sql.raw(
  Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', '),
)

/** The lines `l` of a cart, as a JSON array of arrays. */
const linesOfCart = sql`cast(json_agg(
  json_build_array(l.id, l.product_id, l.variant_id, l.quantity, l.order_note, l.gift_note, l.gift_package)
  order by l.position, l.id) as text)`

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
      select ${linesOfCart} into lines from cart_lines l where l.cart_id = p_cart;
      return next;
    end $$`.execute(db)
}

/** Creates `add_item_2`: `add_item_1` that reads the cart by `load_cart_2`. */
async function createAddItem(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function add_item_2(p_cart text, p_customer bigint, p_external_id text, p_limited_campaigns text, p_now bigint,
      p_product bigint, p_variant bigint, p_item text, p_quantity integer, p_max_lines integer, p_key text, p_wait_ms integer)
    returns table (outcome text, affected_id text, ${declared})
    language plpgsql as $$
    declare
      v_last bigint;
      v_lines bigint;
      v_has_line boolean;
    begin
      if not lock_cart_1(p_cart, p_wait_ms) then
        return;
      end if;
      -- What decides and what is returned about the owner are of one time.
      select c.* into ${names} from load_cart_2(p_cart, p_customer, p_external_id, p_limited_campaigns, p_now) c;
      if p_customer is not null and customer_status is distinct from 'active' then
        return;
      end if;
      if p_key is not null then
        select k.item_id,
            case when k.product_id = p_product and k.variant_id = p_variant and k.quantity = p_quantity
              then 'replayed' else 'key_reused' end
          into affected_id, outcome
          from idempotency_keys k
          where k.cart_id = p_cart and k.idempotency_key = p_key and k.created_at + 86400000 > p_now;
        if found then
          return next;
          return;
        end if;
      end if;

      perform 1 from products p where p.id = p_product and p.on_sale = 1;
      if not found then
        return;
      end if;
      if p_variant = 0 then
        perform 1 from variants v where v.product_id = p_product and v.on_sale = 1;
        if found then
          return;
        end if;
      else
        perform 1 from variants v where v.product_id = p_product and v.id = p_variant and v.on_sale = 1;
        if not found then
          return;
        end if;
      end if;
      select coalesce(max(l.position), 0), count(*), coalesce(bool_or(l.product_id = p_product and l.variant_id = p_variant), false)
        into v_last, v_lines, v_has_line
        from cart_lines l where l.cart_id = p_cart;
      if v_lines >= p_max_lines and not v_has_line then
        return;
      end if;
      insert into cart_lines as l (cart_id, product_id, variant_id, id, position, quantity, gift_package)
        values (p_cart, p_product, p_variant, p_item, v_last + 1, p_quantity, 0)
        on conflict (cart_id, product_id, variant_id) do update set quantity = l.quantity + excluded.quantity
          where l.quantity + excluded.quantity <= 100000
        returning l.id into affected_id;
      if not found then
        return;
      end if;

      if p_key is not null then
        insert into idempotency_keys (cart_id, idempotency_key, product_id, variant_id, quantity, item_id, created_at)
          values (p_cart, p_key, p_product, p_variant, p_quantity, affected_id, p_now)
          on conflict (cart_id, idempotency_key) do update set product_id = excluded.product_id,
            variant_id = excluded.variant_id, quantity = excluded.quantity, item_id = excluded.item_id,
            created_at = excluded.created_at;
        delete from idempotency_keys k
          where k.cart_id = p_cart and k.idempotency_key in (
            select o.idempotency_key from idempotency_keys o where o.cart_id = p_cart and o.idempotency_key <> p_key
            order by o.created_at desc, o.idempotency_key limit 1000 offset 999);
      end if;
      if p_key is not null or used_at + 86400000 < p_now or changed_at + 600000 < p_now then
        update carts c set revision = c.revision + 1,
          used_at = case when c.used_at + 86400000 < p_now then p_now else c.used_at end,
          changed_at = case when coalesce(c.changed_at, c.used_at) + 600000 < p_now then p_now
            else coalesce(c.changed_at, c.used_at) end
          where c.id = p_cart
          returning c.used_at, c.changed_at into used_at, changed_at;
      end if;
      select ${linesOfCart} into lines from cart_lines l where l.cart_id = p_cart;
      outcome := 'added';
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

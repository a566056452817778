/** Migration 0019: creates the functions that change lines and choices of a cart on PostgreSQL, with the cart's id as their first argument. */

import { type Kysely, sql } from 'kysely'

/** The arguments that every function has. */
const owner = sql`p_cart text, p_customer bigint, p_external_id text, p_now bigint, p_wait_ms integer`

/** The first statement of every function: it locks the cart, and returns no row where the owner has none or may not write. */
const requireCart = sql`
  if not lock_cart_1(p_cart, p_wait_ms) then
    return;
  end if;
  if p_customer is not null and not is_active_customer_1(p_customer, p_external_id) then
    return;
  end if;`

/** Creates the functions; the embedded engine needs none. Each returns one row if it has written. */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  if (engine === 'sqlite') return
  await createRecordWrite(db)
  await createSetQuantity(db)
  await createSetNotes(db)
  await createDeleteLine(db)
  await createChoose(db)
  await createDeleteCart(db)
}

/** Stores the times of a write, and increments the revision, which instances of the previous version compare. */
async function createRecordWrite(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function record_write_1(p_cart text, p_now bigint) returns void
    language plpgsql as $$
    begin
      update carts c set revision = c.revision + 1,
        used_at = case when c.used_at + 86400000 < p_now then p_now else c.used_at end,
        changed_at = case when coalesce(c.changed_at, c.used_at) + 600000 < p_now then p_now
          else coalesce(c.changed_at, c.used_at) end
        where c.id = p_cart;
    end $$`.execute(db)
}

async function createSetQuantity(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function set_quantity_1(${owner}, p_item text, p_quantity integer) returns table (id text)
    language plpgsql as $$
    begin
      ${requireCart}
      update cart_lines l set quantity = p_quantity where l.cart_id = p_cart and l.id = p_item returning l.id into id;
      if found then
        perform record_write_1(p_cart, p_now);
        return next;
      end if;
    end $$`.execute(db)
}

/** A note whose flag is 0 keeps its value. Nothing is written when the shop has another revision. */
async function createSetNotes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function set_notes_1(${owner}, p_item text, p_shop_revision bigint, p_sets_order_note integer, p_order_note text,
      p_sets_gift_note integer, p_gift_note text, p_sets_gift_package integer, p_gift_package integer) returns table (id text)
    language plpgsql as $$
    begin
      ${requireCart}
      perform 1 from shop s where s.revision = p_shop_revision;
      if not found then
        return;
      end if;
      update cart_lines l set
        order_note = case when p_sets_order_note = 1 then p_order_note else l.order_note end,
        gift_note = case when p_sets_gift_note = 1 then p_gift_note else l.gift_note end,
        gift_package = case when p_sets_gift_package = 1 then p_gift_package else l.gift_package end
        where l.cart_id = p_cart and l.id = p_item returning l.id into id;
      if found then
        perform record_write_1(p_cart, p_now);
        return next;
      end if;
    end $$`.execute(db)
}

async function createDeleteLine(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function delete_line_1(${owner}, p_item text) returns table (id text)
    language plpgsql as $$
    begin
      ${requireCart}
      delete from cart_lines l where l.cart_id = p_cart and l.id = p_item returning l.id into id;
      if found then
        perform record_write_1(p_cart, p_now);
        return next;
      end if;
    end $$`.execute(db)
}

/** A choice whose flag is 0 keeps its value; an unknown coupon removes the earlier one. */
async function createChoose(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function choose_1(${owner}, p_sets_coupon integer, p_coupon text, p_sets_campaign integer, p_campaign bigint)
    returns table (coupon_code text)
    language plpgsql as $$
    declare
      v_code text;
    begin
      ${requireCart}
      select k.folded_code into v_code from coupons k where k.folded_code = p_coupon;
      update carts c set
        coupon_code = case when p_sets_coupon = 1 then v_code else c.coupon_code end,
        campaign_id = case when p_sets_campaign = 1 then p_campaign else c.campaign_id end
        where c.id = p_cart returning c.coupon_code into coupon_code;
      perform record_write_1(p_cart, p_now);
      return next;
    end $$`.execute(db)
}

/** The lines are deleted by cascade. */
async function createDeleteCart(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function delete_cart_1(${owner}) returns table (id text)
    language plpgsql as $$
    begin
      ${requireCart}
      delete from carts c where c.id = p_cart returning c.id into id;
      return next;
    end $$`.execute(db)
}

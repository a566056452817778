/** Migration 0027: creates the tables of agents' carts, and the function that reads one on PostgreSQL. */

import { type Kysely, sql } from 'kysely'

type Engine = 'sqlite' | 'postgres'

/** The columns that `load_cart_2` returns, with their types. */
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

/** Creates tables, indexes and a function, which instances of the previous version leave alone. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createCarts(db)
  await createKeys(db)
  await createBrought(db)
  const changedAt = engine === 'sqlite' ? sql`changed_at` : sql`coalesce(changed_at, used_at)`
  await sql`create index carts_changed_ucp on carts (${changedAt}, id) where id like 'ucp:%'`.execute(db)
  if (engine === 'postgres') await createLoadCart(db)
}

/** The lines of such a cart are in `cart_lines`, as those of every cart. */
async function createCarts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('ucp_carts')
    .addColumn('cart_id', 'text', column => column.primaryKey().references('carts.id').onDelete('cascade'))
    .addColumn('revision', 'integer', column => column.notNull())
    .addColumn('codes', 'text', column => column.notNull())
    .addColumn('expires_at', 'bigint', column => column.notNull())
    .addColumn('cancelled_at', 'bigint')
    .addColumn('created_at', 'bigint', column => column.notNull())
    .execute()
  await db.schema.createIndex('ucp_carts_expires_at').on('ucp_carts').column('expires_at').execute()
}

/** It refers to no cart: a key outlives its cart. */
async function createKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('ucp_idempotency_keys')
    .addColumn('platform', 'text', column => column.notNull())
    .addColumn('key', 'text', column => column.notNull())
    .addColumn('request_hash', 'text', column => column.notNull())
    .addColumn('status', 'integer', column => column.notNull())
    .addColumn('body', 'text', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('ucp_idempotency_keys_pkey', ['platform', 'key'])
    .execute()
  await db.schema
    .createIndex('ucp_idempotency_keys_created_at')
    .on('ucp_idempotency_keys')
    .column('created_at')
    .execute()
}

/** `cart_id` is of the owner who has opened the link; it refers to no cart, because an emptied cart has no row. */
async function createBrought(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('ucp_brought')
    .addColumn('cart_id', 'text', column => column.notNull())
    .addColumn('ucp_cart_id', 'text', column => column.notNull())
    .addColumn('revision', 'integer', column => column.notNull())
    .addColumn('quantities', 'text', column => column.notNull())
    .addColumn('coupon_code', 'text')
    .addColumn('brought_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('ucp_brought_pkey', ['cart_id', 'ucp_cart_id'])
    .execute()
  await db.schema.createIndex('ucp_brought_ucp_cart').on('ucp_brought').column('ucp_cart_id').execute()
}

/**
 * Creates `load_ucp_cart_1`: `load_cart_2` of a guest, with the codes and the times of the agent's cart as of the same moment. Without such a
 * cart `ucp_revision` is null.
 */
async function createLoadCart(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function load_ucp_cart_1(p_cart text, p_limited_campaigns text, p_now bigint)
    returns table (ucp_revision integer, codes text, expires_at bigint, cancelled_at bigint, ${declared})
    language plpgsql stable as $$
    begin
      select c.* into ${names} from load_cart_2(p_cart, null, null, p_limited_campaigns, p_now) c;
      if shop_revision is null then
        return;
      end if;
      select u.revision, u.codes, u.expires_at, u.cancelled_at
        into ucp_revision, codes, expires_at, cancelled_at
        from ucp_carts u where u.cart_id = p_cart;
      return next;
    end $$`.execute(db)
}

/** Migration 0039: adds the terms of products, the orders of customers elsewhere, and what carts and checkouts store of automatic campaigns. */

import { type Kysely, sql } from 'kysely'

/**
 * The defaults let instances of the previous version write every table. `product_terms` is the index of the terms by their folded forms, with the
 * categories above a product's own. The database computes `first_order` from the document of a coupon.
 */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const bytewise = engine === 'sqlite' ? '' : ' collate "C"'
  const firstOrder = `position('"firstOrder":true' in document) > 0`
  const onSqlite = `instr(document, '"firstOrder":true') > 0`
  const statements = [
    'alter table products add column brand text',
    'alter table products add column categories text',
    'alter table products add column tags text',
    `create table product_terms (
      product_id bigint not null, kind text not null, folded text${bytewise} not null, term text not null,
      constraint product_terms_pkey primary key (product_id, kind, folded))${engine === 'sqlite' ? ' without rowid' : ''}`,
    'create index product_terms_folded on product_terms (kind, folded, product_id)',
    'alter table customers add column order_count bigint default 0 not null',
    'alter table carts add column campaign_off integer default 0 not null',
    'alter table checkouts add column further_campaigns text',
    engine === 'postgres'
      ? `alter table coupons add column first_order integer generated always as (case when ${firstOrder} then 1 else 0 end) stored`
      : `alter table coupons add column first_order integer generated always as (case when ${onSqlite} then 1 else 0 end) virtual`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

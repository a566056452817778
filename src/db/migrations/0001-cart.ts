/** Migration 0001: creates the tables of the shop, the catalogue, the customers and the carts. */

import { type Kysely, sql } from 'kysely'

type Engine = 'sqlite' | 'postgres'

/** The shop until the first import. A copy, so that later changes of the defaults do not change this migration. */
const shop = {
  name: 'Sepet',
  currencyCode: 'TRY',
  decimalPlaces: 2,
  timeZone: 'Europe/Istanbul',
  imageBaseUrl: null,
  settings: {
    SatinAlmaSureciUyeliksizBasla: 1,
    UyelikOlmadanDevamEtGoster: 1,
    sellAtNegativeStock: false,
    showCargoPriceInCart: true,
    campaignEngine: true,
    grandTotalIncludesCargo: false,
    orderNoteMaxLength: 250,
    giftNoteMaxLength: 250,
  },
}

/** Creates the tables. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createShop(db)
  await createCustomers(db, engine)
  await createCatalogue(db)
  await createCarts(db, engine)
}

async function createShop(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('shop')
    .addColumn('id', 'integer', column => column.primaryKey())
    .addColumn('revision', 'bigint', column => column.notNull())
    .addColumn('document', 'text', column => column.notNull())
    .execute()
  await sql`insert into shop (id, revision, document) values (1, 0, ${JSON.stringify(shop)})`.execute(db)

  for (const table of ['shipping_companies', 'payment_methods', 'campaigns']) {
    await db.schema
      .createTable(table)
      .addColumn('id', 'bigint', column => column.primaryKey())
      .addColumn('document', 'text', column => column.notNull())
      .execute()
  }
  await db.schema
    .createTable('coupons')
    .addColumn('folded_code', 'text', column => column.primaryKey())
    .addColumn('document', 'text', column => column.notNull())
    .execute()
}

async function createCustomers(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('customer_groups')
    .addColumn('id', 'bigint', column => column.primaryKey())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('free_cargo', 'integer', column => column.notNull())
    .execute()

  // An id is never used again after a deletion: an old token must not give access to a new customer.
  const customers = db.schema.createTable('customers')
  const withId =
    engine === 'sqlite'
      ? customers.addColumn('id', 'integer', column => column.primaryKey().autoIncrement())
      : customers.addColumn('id', 'bigint', column => column.primaryKey().generatedByDefaultAsIdentity())
  await withId
    .addColumn('email', 'text', column => column.notNull().unique())
    .addColumn('name', 'text')
    .addColumn('surname', 'text')
    .addColumn('company', 'text')
    .addColumn('customer_group_id', 'bigint', column => column.references('customer_groups.id'))
    .addColumn('mobile_phone', 'text')
    .addColumn('business_phone', 'text')
    .addColumn('country_code', 'text')
    .addColumn('city_code', 'text')
    .addColumn('address', 'text')
    .addColumn('status', 'text', column => column.notNull())
    .addColumn('dealer', 'integer', column => column.notNull())
    .addColumn('free_cargo', 'integer', column => column.notNull())
    .addColumn('email_notification', 'integer', column => column.notNull())
    .addColumn('sms_notification', 'integer', column => column.notNull())
    .addColumn('phone_call_notification', 'integer', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .execute()
}

async function createCatalogue(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('products')
    .addColumn('id', 'bigint', column => column.primaryKey())
    .addColumn('source_key', 'text', column => column.unique())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('image', 'text')
    .addColumn('on_sale', 'integer', column => column.notNull())
    .addColumn('price', 'text', column => column.notNull())
    .addColumn('vat_rate', 'text', column => column.notNull())
    .addColumn('stock', 'text', column => column.notNull())
    .addColumn('stock_unit', 'text', column => column.notNull())
    .addColumn('stock_increment', 'text', column => column.notNull())
    .addColumn('free_cargo', 'integer', column => column.notNull())
    .addColumn('discount', 'text')
    .addColumn('group_prices', 'text')
    .execute()

  await db.schema
    .createTable('variants')
    .addColumn('product_id', 'bigint', column => column.notNull())
    .addColumn('id', 'bigint', column => column.notNull())
    .addColumn('source_key', 'text')
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('on_sale', 'integer', column => column.notNull())
    .addColumn('price', 'text')
    .addColumn('stock', 'text', column => column.notNull())
    .addColumn('discount', 'text')
    .addColumn('group_prices', 'text')
    .addPrimaryKeyConstraint('variants_pkey', ['product_id', 'id'])
    .execute()
}

async function createCarts(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('carts')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('coupon_code', 'text')
    .addColumn('campaign_id', 'bigint')
    .addColumn('merged_into', 'bigint')
    .addColumn('created_at', 'bigint', column => column.notNull())
    .execute()

  await db.schema
    .createTable('cart_lines')
    .addColumn('cart_id', 'text', column => column.notNull().references('carts.id').onDelete('cascade'))
    .addColumn('product_id', 'bigint', column => column.notNull())
    .addColumn('variant_id', 'bigint', column => column.notNull())
    .addColumn('id', 'text', column => column.notNull())
    .addColumn('position', 'bigint', column => column.notNull())
    .addColumn('quantity', 'integer', column => column.notNull())
    .addColumn('order_note', 'text')
    .addColumn('gift_note', 'text')
    .addColumn('gift_package', 'integer', column => column.notNull())
    .addPrimaryKeyConstraint('cart_lines_pkey', ['cart_id', 'product_id', 'variant_id'])
    .addCheckConstraint('cart_lines_quantity', sql`quantity between 1 and 100000`)
    // Without rowid, the lines of a cart are stored next to each other: reading a cart reads one page of the file.
    .$call(table => (engine === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table))
    .execute()
}

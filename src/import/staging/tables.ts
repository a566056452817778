/** Tables that an import fills: keys, columns, and the section of the shop file that each belongs to. */

import { sql } from 'kysely'
import type { CustomerTable, Tables } from '../../db/tables.ts'
import { columnNames } from '../../model/customer-fields.ts'
import type { ListSection } from '../../shop-file/imported-records.ts'

/** Name of a table that an import fills. */
export type StagedTable =
  | 'customer_groups'
  | 'customers'
  | 'products'
  | 'variants'
  | 'shipping_companies'
  | 'payment_methods'
  | 'campaigns'
  | 'coupons'

/** How a table is imported. */
export interface Shape<Column = string> {
  /** Name of its records in reports. */
  section: SectionName
  key: Column[]
  columns: Column[]
  /** Columns that only the staging table has, with their types. */
  extra?: Record<string, 'text' | 'bigint'>
  /** Columns whose stored value is kept when the staged row lists them in its column `kept`. */
  keepable?: Column[]
  /** Column by which rows are inserted in order: concurrent requests that insert in the same order cannot deadlock. */
  order?: Column
  /** Columns that are no change by themselves, such as the time of the change. */
  uncompared?: Column[]
  /** SQL that an update sets a column to, instead of the imported value. */
  onUpdate?: Record<string, string>
}

const document: Pick<Shape<'id' | 'document'>, 'key' | 'columns'> = { key: ['id'], columns: ['id', 'document'] }

/** `keeps_usage_count`: 1 where the document is to have the stored count of uses; `names_records`: 1 where it names records of the shop. */
const ofPromotions = { keeps_usage_count: 'bigint', names_records: 'bigint' } as const

const priced = ['stock', 'backorder', 'discount', 'group_prices', 'tier_prices'] as const

/** Fields of variants, which a record keeps where its file does not say them. */
const variantFields = ['sku', 'name', 'image', 'on_sale', 'price', ...priced] as const

/** Fields of products, which a record keeps where its file does not say them. */
const productFields = [
  ...variantFields,
  'vat_rate',
  'stock_unit',
  'stock_increment',
  'free_cargo',
  'brand',
  'categories',
  'tags',
] as const

/** How a record meets its stored item: see `Met` of `shop-file/imported-records.ts`. */
const met = { kept: 'text', partial: 'text', by_sku: 'bigint', updates_only: 'bigint' } as const

const customerDetails: (keyof CustomerTable)[] = ['email', ...columnNames]

/** Sections that reports count. */
export type SectionName = 'shop' | ListSection | 'variants'

/** In the order in which they are written: customers refer to groups. */
export const stagedTables: { [T in StagedTable]: Shape<keyof Tables[T] & string> } = {
  customer_groups: { section: 'customerGroups', key: ['id'], columns: ['id', 'name', 'free_cargo'] },
  customers: {
    section: 'customers',
    key: ['id'],
    columns: ['id', ...customerDetails, 'created_at', 'updated_at'],
    extra: { generated_email: 'text', kept: 'text', by_email: 'bigint', source_number: 'text', keeps_ban: 'bigint' },
    keepable: customerDetails,
    order: 'email',
    onUpdate: { created_at: 'customers.created_at' },
    uncompared: ['created_at', 'updated_at'],
  },
  products: {
    section: 'products',
    key: ['id'],
    columns: [
      'id',
      'source_key',
      'sku',
      'name',
      'image',
      'on_sale',
      'price',
      'vat_rate',
      'stock_unit',
      'stock_increment',
      'free_cargo',
      'brand',
      'categories',
      'tags',
      ...priced,
    ],
    extra: { omitted: 'text', folded_name: 'text', lists_variants: 'bigint', ...met },
    keepable: [...productFields],
    // A shop file may change a product of an export: the next import of that export must still find it.
    onUpdate: { source_key: 'coalesce(excluded.source_key, products.source_key)' },
  },
  variants: {
    section: 'variants',
    key: ['product_id', 'id'],
    columns: ['product_id', 'id', 'source_key', 'sku', 'name', 'image', 'on_sale', 'price', ...priced],
    extra: { product_position: 'bigint', ...met },
    keepable: [...variantFields],
    onUpdate: { source_key: 'coalesce(excluded.source_key, variants.source_key)' },
  },
  shipping_companies: { section: 'shippingCompanies', ...document },
  payment_methods: { section: 'paymentMethods', ...document },
  campaigns: { section: 'campaigns', ...document, extra: ofPromotions },
  coupons: {
    section: 'coupons',
    key: ['folded_code'],
    columns: ['folded_code', 'document'],
    extra: { ...ofPromotions, kept_fields: 'text' },
  },
}

/** Names of the tables, in the order in which they are written. */
export const tableNames = Object.keys(stagedTables) as StagedTable[]

/** The temporary table of the rows of a table that an import adds or changes: their keys, `file`, `kept`, and `is_new`, 1 or 0. */
export function differences(table: StagedTable) {
  return sql.table(`staged_differences_of_${table}`)
}

/** Whether a stored product `p` with the SKU of a staged one `s` may be it: another handle of Shopify is another product. */
export const isOfOtherOrigin = sql`not (s.source_key like 'shopify:%' and coalesce(p.source_key, '') like 'shopify:%')`

/** Columns of the table of carts: one of two names of the owner, and the content as JSON. */
export const cartColumns = { cart_id: 'text', external_id: 'text', content: 'text' } as const

/** Columns of the table of changes: whom a change is for, and what it says. */
export const changeColumns = {
  key: {
    product_id: 'bigint',
    variant_id: 'bigint',
    item_sku: 'text',
    item_key: 'text',
    variant_key: 'text',
    record_key: 'text',
  },
  values: productFields as readonly string[],
  /** Those that variants have, too. */
  ofVariants: variantFields as readonly string[],
} as const

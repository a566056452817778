/** Imported records as rows of their tables. Decimals stay text, documents and discounts become JSON. */

import { foldName } from '../../catalog/names/folded-name.ts'
import type { GroupPrices } from '../../catalog/price.ts'
import { writeTierPrices } from '../../catalog/read-priced.ts'
import { writeTexts } from '../../catalog/stored-texts.ts'
import { generatedEmail } from '../../customers/customer.ts'
import { toColumns } from '../../customers/customer-row.ts'
import type { Flag } from '../../db/column-types.ts'
import type { CustomerGroupTable, CustomerTable, ProductTable, VariantTable } from '../../db/tables.ts'
import { foldCouponCode } from '../../model/coupon-code.ts'
import { columnOf } from '../../model/customer-fields.ts'
import { namedLists } from '../../model/named-records.ts'
import type {
  ChangedItem,
  CouponField,
  CustomerGroup,
  Imported,
  ImportedCampaign,
  ImportedCart,
  ImportedChange,
  ImportedCoupon,
  ImportedCustomer,
  ImportedProduct,
  ImportedVariant,
} from '../../shop-file/imported-records.ts'
import { promotionDocument } from '../../shop-file/promotion-document.ts'
import { changeColumns, type StagedTable } from './tables.ts'

/** Values of a row by column. */
export type Row = Record<string, string | number | null>

/** Values of rows that no file contains. */
export interface RowContext {
  now: number
  randomId: () => string
}

/** All columns of a table; columns that are set later are null. */
type Open<T> = { [K in keyof T]: (T[K] extends object ? number : T[K]) | null }

/** Name of a staging table. */
export type StagedName = StagedTable | 'changes' | 'carts'

/** Rows of a record: one, and one per variant. */
export function rowsOf(imported: Imported, context: RowContext): [StagedName, Row][] {
  switch (imported.section) {
    case 'changes':
      return [['changes', changeRow(imported.record)]]
    case 'customerGroups':
      return [['customer_groups', groupRow(imported.record)]]
    case 'customers':
      return [['customers', customerRow(imported.record, context)]]
    case 'products':
      return [['products', productRow(imported.record)], ...variantRows(imported.record)]
    case 'coupons':
      return [['coupons', couponRow(imported.record, imported.kept)]]
    case 'shippingCompanies':
      return [['shipping_companies', { id: imported.record.id, document: json(imported.record) }]]
    case 'paymentMethods':
      return [['payment_methods', { id: imported.record.id, document: json(imported.record) }]]
    case 'carts':
      return [['carts', cartRow(imported.record)]]
    case 'campaigns':
      return [['campaigns', { id: imported.record.id, ...promotionRow(imported.record) }]]
  }
}

function cartRow({ cartId, externalId, ...content }: ImportedCart): Row {
  return { cart_id: cartId, external_id: externalId, content: json(content) }
}

function groupRow({ id, name, freeCargo }: CustomerGroup): Open<CustomerGroupTable> & Row {
  return { id, name, free_cargo: flag(freeCargo) }
}

function customerRow(customer: ImportedCustomer, { now, randomId }: RowContext): Open<CustomerTable> & Row {
  return {
    id: customer.id,
    email: customer.email,
    generated_email: customer.email === null ? generatedEmail(randomId()) : null,
    kept: keptColumns(customer),
    by_email: flag(customer.byEmail),
    source_number: customer.sourceNumber,
    keeps_ban: flag(customer.keepsBan),
    ...toColumns(customer),
    created_at: now,
    updated_at: now,
  }
}

function keptColumns({ kept, email }: ImportedCustomer): string {
  const fields = new Set([...kept, ...(email === null ? ['email'] : [])])
  return namesOf([...fields].map(columnOf))
}

/** Names of columns as `,name,free_cargo,`, or `,` for none: SQL finds a name by its commas. */
function namesOf(columns: string[]): string {
  return [',', ...columns.map(column => `${column},`)].join('')
}

/** Columns of how an item meets its stored one. */
function metColumns({ kept, partial, bySku, updatesOnly }: ImportedProduct | ImportedVariant): Row {
  return {
    kept: keptNames(kept),
    partial: partial && json(partial),
    by_sku: flag(bySku),
    updates_only: flag(updatesOnly),
  }
}

/** The text of kept fields by these: an import has few sets of them, and rows beyond number. */
const keptTexts = new Map<string, string>()

function keptNames(kept: readonly string[]): string {
  const key = kept.join()
  const known = keptTexts.get(key)
  if (known !== undefined) return known
  const text = namesOf([...kept].sort().map(columnName))
  keptTexts.set(key, text)
  return text
}

function columnName(field: string): string {
  return field.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}

function productRow(product: ImportedProduct): Open<Omit<ProductTable, 'reserved'>> & Row {
  return {
    ...metColumns(product),
    lists_variants: flag(product.listsVariants),
    id: product.id,
    source_key: product.sourceKey,
    sku: product.sku,
    name: product.name,
    image: product.image,
    on_sale: flag(product.onSale),
    price: product.price,
    vat_rate: product.vatRate,
    stock: product.stock,
    stock_unit: product.stockUnit,
    stock_increment: product.stockIncrement,
    free_cargo: flag(product.freeCargo),
    backorder: flag(product.backorder),
    brand: product.brand,
    categories: writeTexts(product.categories),
    tags: writeTexts(product.tags),
    discount: product.discount && json(product.discount),
    group_prices: groupPrices(product.groupPrices),
    tier_prices: writeTierPrices(product.tierPrices),
    folded_name: product.kept.includes('name') ? null : foldName(product.name),
    omitted: product.omitted.length > 0 ? `,${product.omitted.join(',')},` : null,
  }
}

/** The product's id of another system may become another one. */
function variantRows({ id, sourceKey, variants }: ImportedProduct): [StagedTable, Row][] {
  return variants.map(variant => ['variants', variantRow(variant, sourceKey === null ? id : null)])
}

function variantRow(variant: ImportedVariant, productId: number | null): Open<Omit<VariantTable, 'reserved'>> & Row {
  return {
    ...metColumns(variant),
    product_id: productId,
    id: variant.id,
    source_key: variant.sourceKey,
    sku: variant.sku,
    name: variant.name,
    image: variant.image,
    on_sale: flag(variant.onSale),
    price: variant.price,
    stock: variant.stock,
    backorder: variant.backorder === null ? null : flag(variant.backorder),
    discount: variant.discount && json(variant.discount),
    group_prices: groupPrices(variant.groupPrices),
    tier_prices: writeTierPrices(variant.tierPrices),
  }
}

/** The row of a change; columns that it does not say are kept. */
function changeRow({ item, values: { tierPrices, ...values }, partial }: ImportedChange): Row {
  const said: Row = {
    ...Object.fromEntries(Object.entries(values).map(([field, value]) => [columnName(field), columnValue(value)])),
    ...(tierPrices && { tier_prices: writeTierPrices(tierPrices) }),
  }
  return {
    ...keyOf(item),
    ...said,
    kept: namesOf(changeColumns.values.filter(column => !Object.hasOwn(said, column))),
    partial: partial && json(partial),
  }
}

function keyOf(item: ChangedItem): Row {
  if ('id' in item) return { product_id: item.id, variant_id: item.variantId, item_sku: item.sku }
  if ('recordKey' in item) return { record_key: item.recordKey, item_sku: item.sku }
  if ('sku' in item) return { item_sku: item.sku }
  return { item_key: item.sourceKey, variant_key: item.variant }
}

function columnValue(value: string | boolean | object | null): string | number | null {
  if (typeof value === 'boolean') return flag(value)
  if (Array.isArray(value)) return writeTexts(value)
  return typeof value === 'object' && value !== null ? json(value) : value
}

function couponRow(coupon: ImportedCoupon, kept: readonly CouponField[] = []): Row {
  const fields = kept.length > 0 ? kept.join(',') : null
  return { folded_code: foldCouponCode(coupon.code), kept_fields: fields, ...promotionRow(coupon) }
}

function promotionRow({ usageCount, ...promotion }: ImportedCampaign | ImportedCoupon): Row {
  const names_records = flag(namedLists(promotion).length > 0)
  return usageCount === null
    ? { document: json(promotion), keeps_usage_count: 1, names_records }
    : { document: promotionDocument({ ...promotion, usageCount }), keeps_usage_count: 0, names_records }
}

function groupPrices(prices: GroupPrices | null): string | null {
  return prices && json(prices)
}

function json(value: object): string {
  return JSON.stringify(value)
}

function flag(value: boolean): Flag {
  return value ? 1 : 0
}

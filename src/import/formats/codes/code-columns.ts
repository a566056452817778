/** Columns of tables of codes: their headings in English and Turkish, and those of Shopify and of the coupon plugins of WooCommerce. */

import { columnName } from '../../input/column-name.ts'

/** What a column of a table of codes says. */
export type CodeColumn =
  | 'code'
  | 'usageCount'
  | 'usageLimit'
  | 'usageLimitPerCustomer'
  | 'oncePerCustomer'
  | 'startsAt'
  | 'endsAt'
  | 'expiresAt'
  | 'active'

/** Headings by field; letter case does not count. The names of the fields are headings, too. */
const headings: Record<CodeColumn, string[]> = {
  code: [
    ...['code', 'coupon code', 'coupon_code', 'discount code', 'discount_code', 'promo code', 'voucher code'],
    ...['kod', 'kupon', 'kupon kodu', 'indirim kodu', 'post_title'],
  ],
  usageCount: [
    ...['usagecount', 'usage count', 'usage_count', 'times used', 'times used in total', 'used count'],
    ...['code used count', 'kullanım sayısı', 'kullanım adedi'],
  ],
  usageLimit: [
    ...['usagelimit', 'usage limit', 'usage_limit', 'usage limit per code', 'usage limit per coupon'],
    ...['kullanım sınırı', 'kullanım limiti'],
  ],
  usageLimitPerCustomer: [
    ...['usagelimitpercustomer', 'usage limit per customer', 'usage limit per user', 'usage_limit_per_user'],
    ...['müşteri başına kullanım sınırı', 'müşteri başına kullanım limiti'],
  ],
  oncePerCustomer: ['applies once per customer'],
  startsAt: ['startsat', 'starts at', 'start', 'start date', 'başlangıç', 'başlangıç tarihi'],
  endsAt: [
    ...['endsat', 'ends at', 'end', 'end date', 'expires', 'expiration date'],
    ...['bitiş', 'bitiş tarihi', 'son kullanma tarihi'],
  ],
  // WooCommerce: from the beginning of the day on, the coupon is not valid.
  expiresAt: ['expiry_date', 'date_expires', 'expiry date'],
  active: ['active', 'status', 'post_status', 'etkin', 'durum'],
}

const fields = new Map(
  Object.entries(headings).flatMap(([field, names]) =>
    names.map(name => [columnName(name), field as CodeColumn] as const),
  ),
)

/** Shopify calls the code of a discount its name; the other column tells its list of discounts. */
const [NAME, OF_SHOPIFY] = ['name', 'times used in total']

/** Returns the function that tells the field of a column. @param header all columns of the table */
export function codeFieldOf(header: ReadonlySet<string>): (column: string) => CodeColumn | undefined {
  const isOfShopify = header.has(OF_SHOPIFY) && !header.has('code')
  return column => (isOfShopify && column === NAME ? 'code' : fields.get(column))
}

/** Whether a table has a column of codes. */
export function hasCodes(header: ReadonlySet<string>): boolean {
  const fieldOf = codeFieldOf(header)
  return [...header].some(column => fieldOf(column) === 'code')
}

/** Headings of codes that stand in other tables, too: `Kod` is the number of a product there. */
const ambiguous = new Set(['code', 'kod', 'name'].map(columnName))
const ofUses = new Set<CodeColumn | undefined>(['usageCount', 'usageLimit', 'usageLimitPerCustomer', 'oncePerCustomer'])

/** Whether a table is one of codes and nothing else: its column of codes is called so, is the only one, or has one of uses beside it. */
export function isOfCodes(header: ReadonlySet<string>): boolean {
  const fieldOf = codeFieldOf(header)
  const columns = [...header]
  const isNamed = columns.some(column => fieldOf(column) === 'code' && !ambiguous.has(column))
  return isNamed || (hasCodes(header) && (columns.length === 1 || columns.some(column => ofUses.has(fieldOf(column)))))
}

/** Fields that a caller may name for a column of a table of codes. */
export const codeFields = ['code', 'usageCount', 'usageLimit', 'usageLimitPerCustomer', 'startsAt', 'endsAt'] as const

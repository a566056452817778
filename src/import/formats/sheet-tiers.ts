/** Prices by quantity in a sheet: a column for each quantity. */

import { MAX_TIER_PRICES } from '../../catalog/product.ts'
import type { FileChecks } from '../../shop-file/checks-interface.ts'
import { isGreater } from '../../shop-file/decimal-text.ts'
import type { PartialOffer } from '../../shop-file/imported-records.ts'
import { columnName } from '../input/column-name.ts'
import type { FieldColumn } from '../input/field-columns.ts'
import type { TableRow } from '../input/table-row.ts'
import type { CellReader } from './product-cells.ts'
import { isLikeTier, isTierField, type TierField, tierFromOf } from './tier-headings.ts'

/** Returns the fields of prices by quantity among those of a sheet. Reports too many, and columns that may be meant as such prices. */
export function tierFieldsOf(
  columns: FieldColumn<string>[],
  { line, fields }: TableRow,
  checks: FileChecks,
): TierField[] {
  const found = columns.map(({ field }) => field).filter(isTierField)
  if (found.length > MAX_TIER_PRICES) {
    checks.problem(`line ${line}`, `has more than ${MAX_TIER_PRICES} prices by quantity`)
  }
  const read = new Set(columns.map(({ index }) => index))
  const unread = fields
    .filter((cell, index) => !read.has(index) && isLikeTier(columnName(cell)))
    .map(cell => cell.trim())
  if (unread.length > 0) checks.warning(`line ${line}`, LIKE_TIER, unread.join(', '), unread)
  return found
}

const LIKE_TIER =
  'has a price with a number that is not read: if it is the price from a quantity on, call it price_from_5, or 5 adet fiyatı'

/** Reads the prices by quantity of a row; an empty cell ends one. @param price that of the same row, where it has one */
export function readTiers(
  cells: Partial<Record<TierField, string>>,
  { fields, price }: { fields: readonly TierField[]; price: string | undefined },
  reader: CellReader,
): NonNullable<PartialOffer['tierPrices']> {
  return fields.map(field => {
    const from = tierFromOf(field)
    const text = cells[field]
    const tier = reader.price(text, 'price by quantity') ?? null
    if (text && tier !== null && price !== undefined && !isGreater(price, tier)) reader.warn(TOTAL, text)
    return { from, price: tier }
  })
}

const TOTAL = 'has a price by quantity that is not below its price: write the price of one piece'

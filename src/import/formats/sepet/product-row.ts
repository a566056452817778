/** A row of a table of products: its cells, and the schema of what it says. */

import Type, { type Static } from 'typebox'
import { MAX_GROUP_PRICES, MAX_TIER_FROM, MAX_TIER_PRICES } from '../../../catalog/product.ts'
import { flag, Id, nonEmptyText, nullable, oneOf, text as textField } from '../../../schema/fields.ts'
import { isGreater, parsePrice, parseStock, parseVatRate } from '../../../shop-file/decimal-text.ts'
import {
  categories,
  decimal,
  image,
  integer as integerFrom,
  list,
  NAME_MAX_LENGTH,
  sku,
  tags,
  term,
} from '../../../shop-file/shop-file-fields.ts'
import type { ProductColumn } from '../../../shop-file/table-columns.ts'
import { toCategories, toTags } from '../term-cells.ts'
import {
  brandCell,
  decimalCell,
  flagCell,
  groupPricesCell,
  integer,
  type ReadCell,
  termsCell,
  text,
  tierPricesCell,
  timeCell,
  word,
} from './sepet-cells.ts'

/** What the cells of each column say. Empty cells clear a text, a discount, prices of groups and quantities, and what a variant has of its own. */
export const productCells: Record<ProductColumn, ReadCell> = {
  id: integer(undefined),
  variantId: integer(undefined),
  sku: text(null),
  name: text(undefined),
  onSale: flagCell(undefined),
  price: decimalCell(null),
  vatRate: decimalCell(undefined),
  stock: decimalCell(undefined),
  stockUnit: text(''),
  stockIncrement: decimalCell(undefined),
  freeCargo: flagCell(undefined),
  backorder: flagCell(null),
  discountType: word(null),
  discountValue: decimalCell(null),
  discountStartsAt: timeCell('startOf'),
  discountEndsAt: timeCell('endOf'),
  groupPrices: groupPricesCell,
  tierPrices: tierPricesCell,
  image: text(null),
  brand: brandCell,
  categories: termsCell(toCategories),
  tags: termsCell(toTags),
}

const optional = Type.Optional
const time = Type.Number({ description: 'a time such as 2026-01-31T21:00:00+03:00, or a date such as 2026-01-31' })

/** A number as text. @param isRead whether a text is in the range */
function number(description: string, isRead: (text: string) => boolean) {
  return Type.Refine(Type.String({ description }), isRead)
}

const groupPrice = Type.Object({ customerGroupId: Id(), price: decimal }, { description: 'such as 1=150' })

const tierPrice = Type.Object(
  { from: integerFrom(1, MAX_TIER_FROM), price: decimal, customerGroupId: optional(Id()) },
  { description: 'such as 10=89.90, or 10@1=85 of customer group 1' },
)

/** What a row says. */
export const ProductRow = Type.Object({
  id: optional(Id()),
  variantId: optional(Id()),
  sku: optional(nullable(sku)),
  name: optional(nonEmptyText(NAME_MAX_LENGTH)),
  onSale: optional(flag),
  price: optional(nullable(decimal)),
  vatRate: optional(number('a number from 0 to 100', text => parseVatRate(text) !== null)),
  stock: optional(number('a number such as 12 or 2.5', text => parseStock(text) !== null)),
  stockUnit: optional(textField(255)),
  stockIncrement: optional(number('a number above 0', text => isGreater(parsePrice(text) ?? '0', '0'))),
  freeCargo: optional(flag),
  backorder: optional(nullable(flag)),
  discountType: optional(nullable(oneOf('percent', 'amount', 'price'))),
  discountValue: optional(nullable(decimal)),
  discountStartsAt: optional(nullable(time)),
  discountEndsAt: optional(nullable(time)),
  groupPrices: optional(list(groupPrice, 'group prices, such as 1=150;2=140', MAX_GROUP_PRICES)),
  tierPrices: optional(list(tierPrice, 'prices by quantity, such as 10=89.90;50=79.90', MAX_TIER_PRICES)),
  image: optional(nullable(image)),
  brand: optional(nullable(term)),
  categories: optional(categories),
  tags: optional(tags),
})

/** What a row says. */
export type ProductRow = Static<typeof ProductRow>

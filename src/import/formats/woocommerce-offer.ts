/** Price, sale and stock of a row of a WooCommerce export. */

import type { Discount } from '../../catalog/price.ts'
import { isGreater } from '../../shop-file/decimal-text.ts'
import type { PartialOffer } from '../../shop-file/imported-records.ts'
import type { TableContext } from '../table-system.ts'
import { type CellReader, UNTRACKED_STOCK } from './product-cells.ts'
import type { WooRow } from './woocommerce-families.ts'

type Cells = WooRow['cells']

/** What a row says of an offer, what a new item gets for the rest, and what depends on the stored item. */
export interface WooOffer {
  said: {
    price: string | undefined
    discount: Discount | null | undefined
    stock: string | undefined
    backorder: boolean | undefined
  }
  ofNew: { price?: string }
  partial: PartialOffer | null
}

/** Reads an offer. @param parentStock the stock of the product, which a variation may share */
export function readOffer(
  cells: Cells,
  parentStock: string | undefined,
  reader: CellReader,
  { times }: TableContext,
): WooOffer {
  const regular = reader.price(cells.regularPrice, 'regular price')
  const sale = reader.price(cells.salePrice, 'sale price')
  const period = readPeriod(cells, reader, times)
  const { stock, backorder } = readStock(cells, parentStock, reader)
  if (sale === undefined) {
    // An empty cell ends the sale; without the column it goes on.
    const discount = cells.salePrice === undefined ? undefined : null
    return { said: { price: regular, discount, stock, backorder }, ofNew: {}, partial: null }
  }
  const isPartial = regular === undefined || period.startsAt === undefined || period.endsAt === undefined
  const { startsAt = null, endsAt = null } = period
  const isReduced = regular !== undefined && isGreater(regular, sale)
  const discount: Discount | null = isReduced ? { type: 'price', value: sale, startsAt, endsAt } : null
  return {
    said: { price: regular, discount, stock, backorder },
    // The only price of a new item.
    ofNew: regular === undefined ? { price: sale } : {},
    partial: isPartial ? { sale: { price: sale, ...withoutUndefined(period) } } : null,
  }
}

interface Period {
  startsAt: number | null | undefined
  endsAt: number | null | undefined
}

/** Reads the period of a sale. Two empty cells mean a sale without dates; one that is empty beside a date says nothing. */
function readPeriod(cells: Cells, reader: CellReader, times: TableContext['times']): Period {
  const startsAt = reader.time(cells.saleStarts, times.startOf, 'sale start')
  const endsAt = reader.time(cells.saleEnds, times.endOf, 'sale end')
  if (startsAt === null && endsAt === null) return { startsAt, endsAt }
  if (typeof startsAt === 'number' && typeof endsAt === 'number' && endsAt <= startsAt) {
    reader.fail('has a sale that ends before it starts')
  }
  return { startsAt: startsAt ?? undefined, endsAt: endsAt ?? undefined }
}

function withoutUndefined({ startsAt, endsAt }: Period): Partial<Record<keyof Period, number | null>> {
  return { ...(startsAt !== undefined && { startsAt }), ...(endsAt !== undefined && { endsAt }) }
}

const STATES: Record<string, string> = { '1': 'in', '0': 'out', backorder: 'backorder' }
const BACKORDERS: Record<string, boolean> = { '1': true, yes: true, notify: true, '0': false, no: false }

/** A number wins; without one, an item is not tracked, or there is none of it. */
function readStock(cells: Cells, parentStock: string | undefined, reader: CellReader) {
  const counted = reader.stock(cells.stock?.toLowerCase() === 'parent' ? parentStock : cells.stock)
  const state = reader.word(cells.inStock, STATES, 'In stock?')
  const allowed = reader.word(cells.backorders, BACKORDERS, 'Backorders allowed?')
  return {
    stock: counted ?? (state === undefined ? undefined : state === 'in' ? UNTRACKED_STOCK : '0'),
    backorder: state === 'backorder' ? true : allowed,
  }
}

const PUBLISHED: Record<string, boolean> = { '1': true, '0': false, '-1': false, '2': false }

/** Whether a product or variation is published, and no draft, private or pending one. */
export function readPublished(cells: Cells, reader: CellReader): boolean | undefined {
  return reader.word(cells.published, PUBLISHED, 'Published')
}

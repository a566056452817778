/** Price, sale, stock and VAT of a row of a WooCommerce export. */

import type { Discount } from '../../catalog/price.ts'
import { isGreater } from '../../shop-file/decimal-text.ts'
import type { PartialOffer } from '../../shop-file/imported-records.ts'
import type { TableContext } from '../table-system.ts'
import { type CellReader, UNTRACKED_STOCK, vatOf } from './product-cells.ts'
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
    // An empty cell ends the sale; without the column it goes on, with the dates that are said.
    const isKept = cells.salePrice === undefined
    const said = { price: regular, discount: isKept ? undefined : null, stock, backorder }
    return { said, ofNew: {}, partial: isKept ? partialOfDates(period) : null }
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

/** Dates of a sale whose price the file does not say. Empty cells say nothing then: the product may have no sale there. */
function partialOfDates({ startsAt, endsAt }: Period): PartialOffer | null {
  const sale = withoutUndefined({ startsAt: startsAt ?? undefined, endsAt: endsAt ?? undefined })
  return Object.keys(sale).length > 0 ? { sale } : null
}

function withoutUndefined({ startsAt, endsAt }: Period): Partial<Record<keyof Period, number | null>> {
  return { ...(startsAt !== undefined && { startsAt }), ...(endsAt !== undefined && { endsAt }) }
}

const STATES: Record<string, string> = { '1': 'in', '0': 'out', backorder: 'backorder' }
const BACKORDERS: Record<string, boolean> = { '1': true, yes: true, notify: true, '0': false, no: false }

/** A number wins; without one, an item is not tracked, or there is none of it. A stock that is the product's is not said without the product. */
function readStock(cells: Cells, parentStock: string | undefined, reader: CellReader) {
  const isShared = cells.stock?.toLowerCase() === 'parent'
  const counted = reader.stock(isShared ? parentStock : cells.stock)
  const state = reader.word(cells.inStock, STATES, 'stock status')
  const allowed = reader.word(cells.backorders, BACKORDERS, 'backorders')
  return {
    stock: counted ?? (isShared && parentStock === undefined ? undefined : stockOf(state)),
    backorder: state === 'backorder' ? true : allowed,
  }
}

/** The stock of an item that is not counted. */
function stockOf(state: string | undefined): string | undefined {
  if (state === undefined) return undefined
  return state === 'in' ? UNTRACKED_STOCK : '0'
}

const PUBLISHED: Record<string, boolean> = { '1': true, '0': false, '-1': false, '2': false }

/** Whether a product or variation is published, and no draft, private or pending one. */
export function readPublished(cells: Cells, reader: CellReader): boolean | undefined {
  return reader.word(cells.published, PUBLISHED, 'published')
}

/** Tax classes with the standard rate: the class without a name, and that of a variation with its product's. */
const STANDARD = ['', 'standard', 'parent']

/** The VAT rate of a product. That of another tax class than the standard one is not known. */
export function readVat({ at, cells }: Pick<WooRow, 'at' | 'cells'>, { checks, vatRate }: TableContext) {
  const { taxStatus, taxClass = '' } = cells
  const isTaxable = taxStatus ? taxStatus.toLowerCase() === 'taxable' : undefined
  const name = taxClass.toLowerCase()
  const vat = vatOf(name === 'zero-rate' ? false : isTaxable, vatRate)
  if (isTaxable === false || name === 'zero-rate' || STANDARD.includes(name)) return vat
  if (vatRate !== undefined) checks.warning(at, OTHER_CLASS, taxClass)
  return { ...vat, said: undefined }
}

const OTHER_CLASS =
  'has another tax class than the standard one: a new product gets the VAT rate of the import, a stored one keeps its own; set it by a sheet with the columns sku and vatRate'

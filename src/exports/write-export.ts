/** Exports by what they contain: a shop file, or a table for spreadsheets. */

import { findAllCustomers } from '../customers/find-all-customers.store.ts'
import type { Queries } from '../db/database.ts'
import { couponColumns, productColumns } from '../shop-file/table-columns.ts'
import { couponRow } from './coupon-table.ts'
import { writeCsv } from './csv.ts'
import { customerColumns, customerRow } from './customer-table.ts'
import { findHeldCheckouts } from './order-pages.store.ts'
import { orderColumns, orderRows } from './order-table.ts'
import { productRows } from './product-table.ts'
import { boundCouponPages, couponPages, productPages } from './stored-pages.ts'
import { writeShopFile } from './write-shop-file.ts'

/** What can be exported. */
export type Exported = 'shop' | 'products' | 'customers' | 'orders' | 'coupons'

/** An export of a part of the shop. Times are milliseconds since the epoch. */
export type ExportRequest =
  | { what: 'shop'; products: boolean }
  | { what: 'products' | 'customers' }
  /** Those that are bound to a campaign, or of a batch of them; without it, all. */
  | { what: 'coupons'; of?: { campaignId: number; batch?: string | undefined } | undefined }
  /** Orders that were held from `from` on and before `to`; without them, all. */
  | { what: 'orders'; from?: number | undefined; to?: number | undefined }

/** Writes an export as texts, a page of records in each, read while they are written. */
export type WriteExport = (request: ExportRequest) => AsyncGenerator<string>

/**
 * Writes an export.
 * @param now milliseconds since the epoch
 */
export function writeExport(queries: Queries, request: ExportRequest, now: number): AsyncGenerator<string> {
  switch (request.what) {
    case 'shop':
      return writeShopFile(queries, { products: request.products, now })
    case 'products':
      return writeCsv(
        productColumns,
        inRows(productPages(queries, now), page => page.flatMap(productRows)),
      )
    case 'customers':
      return writeCsv(
        customerColumns,
        inRows(findAllCustomers(queries), page => page.map(customerRow)),
      )
    case 'coupons':
      return writeCsv(
        couponColumns,
        inRows(request.of ? boundCouponPages(queries, request.of) : couponPages(queries), page => page.map(couponRow)),
      )
    case 'orders': {
      // A checkout that is held again while the table is written leaves the range, and is not in the table twice.
      const held = { from: request.from ?? 0, before: Math.min(request.to ?? Number.POSITIVE_INFINITY, now + 1) }
      const toRows = (page: Parameters<typeof orderRows>[0][]) => page.flatMap(each => orderRows(each, now))
      return writeCsv(orderColumns, inRows(findHeldCheckouts(queries, held), toRows))
    }
  }
}

async function* inRows<Record, Row>(
  pages: AsyncIterable<Record[]>,
  toRows: (page: Record[]) => Row[],
): AsyncGenerator<Row[]> {
  for await (const page of pages) yield toRows(page)
}

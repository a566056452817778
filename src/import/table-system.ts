/** The systems whose tables an import reads: how a table is recognised by its header, and how its rows become records. */

import type { FileChecks } from '../shop-file/checks-interface.ts'
import type { Imported } from '../shop-file/imported-records.ts'
import type { LocalTimes } from '../shop-file/local-times.ts'
import type { TableRow } from './input/table-row.ts'

/** The campaign that a table of codes is for, and their batch. */
export interface CodesOf {
  campaignId: number
  /** Undefined where a stored code keeps its own. */
  batch?: string | undefined
}

/** What the readers of tables need besides the rows. */
export interface TableContext {
  checks: FileChecks
  /** VAT rate that the import gives, in percent; undefined where it gives none. */
  vatRate: string | undefined
  /** Reads dates in the shop's time zone. */
  times: LocalTimes
  /** Decimal places of the shop's currency. */
  decimalPlaces: number
  /** Whether products and variants get numbers of Sepet's own instead of those of the file. */
  newIds: boolean
  /** Names of the locations whose stock counts, as they were given, by their `columnName`; undefined for all. */
  locations: ReadonlyMap<string, string> | undefined
  /** Undefined where the caller names no campaign. */
  codes?: CodesOf | undefined
}

/** Names of the columns for values that a shop owner should know to be assumed. */
export type ValueColumns = Record<'stock' | 'vatRate' | 'onSale', string>

/**
 * A system's table. A new system is one such object in the list of `table-systems.ts`.
 * @example shopifyProducts.recognises(new Set(['handle', 'title', 'variant price'])) // true
 */
export interface TableSystem {
  /** Its name in reports, such as `Shopify export`. */
  format: string
  /** Whether a table with these columns, in lower case, is of this system. Of several the first in the list reads it. */
  recognises(header: ReadonlySet<string>): boolean
  /** Names of the columns that say the stock, the VAT rate and whether an item is on sale, as a table with this header would have them. */
  columns?(header: ReadonlySet<string>): ValueColumns
  /**
   * Completes a sentence about a table that seems to be of this system, but lacks a column; undefined for any other table.
   * @example lacks(new Set(['title', 'variant price'])) // looks like a Shopify export without the column Handle: …
   */
  lacks?(header: ReadonlySet<string>): string | undefined
  /** What to do instead, where the system is known but its table is no source of products or customers, such as an export of orders. */
  refuses?: string
  /** Whether the caller may name locations whose stock counts; where not, that is told. */
  hasLocations?: boolean
  /** Yields the records; the first row is the header. */
  read(rows: AsyncIterable<TableRow>, context: TableContext): AsyncGenerator<Imported>
}

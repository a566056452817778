/** Items that were not tracked, and that a file takes to a stock of 0 or below. Runs after `findDifferences`, and before the staged records are saved. */

import { sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { UNTRACKED_STOCK } from '../formats/product-cells.ts'
import { findRecords, type LeftOut } from './left-out.store.ts'
import { differences } from './tables.ts'

const MESSAGE = `had a stock of ${UNTRACKED_STOCK}, as what is not tracked, and is sold out now: give it a stock by a sheet if it can be sold`

/** Finds the stored items that are sold out by the import, since it gives what was not tracked a stock. */
export async function findSoldOut(queries: Queries): Promise<LeftOut[]> {
  const isSoldOut = sql`t.stock = ${UNTRACKED_STOCK} and (s.stock = '0' or s.stock like '-%') and s.kept not like '%,stock,%'`
  return findRecords(queries, {
    message: MESSAGE,
    found: sql`
      select s.position, s.file, s.place, coalesce(t.sku, t.name) as value
      from ${differences('products')} c join staged_products s on s.id = c.id join products t on t.id = s.id
      where c.is_new = 0 and ${isSoldOut} and t.backorder = 0
        and not exists (select 1 from variants v where v.product_id = t.id and v.on_sale = 1)
      union all
      select s.position, s.file, s.place, coalesce(t.sku, p.name || ' – ' || t.name) as value
      from ${differences('variants')} c join staged_variants s on s.product_id = c.product_id and s.id = c.id
        join variants t on t.product_id = s.product_id and t.id = s.id join products p on p.id = t.product_id
      where c.is_new = 0 and ${isSoldOut} and coalesce(t.backorder, p.backorder) = 0`,
  })
}

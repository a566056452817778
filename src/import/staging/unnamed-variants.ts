/** Products whose prices or stocks are those of variants that their file does not name. Runs before the staged records are saved. */

import { sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { findRecords, type LeftOut } from './left-out.store.ts'

const MESSAGE =
  'has variants in the shop, which the row does not name: their prices and stocks stay, name them by their SKUs'

/** Finds the staged products of exports and sheets that say a price or a stock, where the stored product is sold by its variants. */
export async function findUnnamedVariants(queries: Queries): Promise<LeftOut[]> {
  const { rows } = await sql`
    select 1 from staged_products where coalesce(lists_variants, 0) = 0 limit 1`.execute(queries.kysely)
  if (rows.length === 0) return []
  const saysPrice = sql`s.kept not like '%,price,%'`
  const saysStock = sql`s.kept not like '%,stock,%'`
  return findRecords(queries, {
    message: MESSAGE,
    found: sql`
      select s.position, s.file, s.place, coalesce(s.sku, nullif(s.name, ''), cast(s.id as text)) as value
      from staged_products s
      where coalesce(s.lists_variants, 0) = 0 and (s.source_key is not null or s.updates_only = 1)
        and not exists (select 1 from staged_variants o where o.product_id = s.id)
        and exists (
          select 1 from variants v where v.product_id = s.id and v.on_sale = 1
            and ((${saysPrice} and v.price is not null) or ${saysStock}))`,
  })
}

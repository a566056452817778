/** New items whose file says nothing of their stock, VAT rate or sale. Runs before the staged records are saved. */

import { sql } from 'kysely'
import type { Queries } from '../../db/database.ts'

/** A value of new items that a shop owner should know to be assumed. */
export type UnsaidField = 'stock' | 'vatRate' | 'onSale'

/** New items of one file that get a default. */
export interface Unsaid {
  file: number
  field: UnsaidField
  /** The default, as text: a number, or `1` and `0` for on sale. */
  value: string
  count: number
}

const columns: Record<UnsaidField, string> = { stock: 'stock', vatRate: 'vat_rate', onSale: 'on_sale' }

/** Counts the new items whose value the file does not say. A product with variants is counted by these for its stock. */
export async function findUnsaid({ kysely }: Queries): Promise<Unsaid[]> {
  const { rows: kept } = await sql`
    select 1 from staged_products where kept <> ',' union all select 1 from staged_variants where kept <> ','
    limit 1`.execute(kysely)
  if (kept.length === 0) return []
  const found: Unsaid[] = []
  for (const [field, column] of Object.entries(columns) as [UnsaidField, string][]) {
    const value = sql`cast(s.${sql.ref(column)} as text)`
    const isUnsaid = sql`s.kept like ${`%,${column},%`}`
    const ofVariants = sql`
      union all
      select s.file, ${value} as value from staged_variants s
      where ${isUnsaid} and not exists (select 1 from variants t where t.product_id = s.product_id and t.id = s.id)`
    const { rows } = await sql<{ file: number; value: string; count: number }>`
      select file, value, count(*) as count from (
        select s.file, ${value} as value from staged_products s
        where ${isUnsaid} and not exists (select 1 from products t where t.id = s.id)
          ${field === 'stock' ? sql`and not exists (select 1 from staged_variants v where v.product_id = s.id)` : sql``}
        ${field === 'stock' ? ofVariants : sql``}
      ) as unsaid
      group by file, value order by file, value`.execute(kysely)
    found.push(...rows.map(row => ({ ...row, field })))
  }
  return found
}

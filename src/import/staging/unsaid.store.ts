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

/** New items of one file with the same values and the same kept columns. */
interface NewItems {
  file: number
  kept: string
  /** Null where the stock is not the item's own. */
  stock: string | null
  vat_rate: string | null
  on_sale: string
  count: number
}

const columns = { stock: 'stock', vatRate: 'vat_rate', onSale: 'on_sale' } as const

/** Counts the new items whose value the file does not say. Variants are counted for their stock, and products for theirs where they have none. */
export async function findUnsaid({ kysely }: Queries): Promise<Unsaid[]> {
  const isUnsaid = sql`(s.kept like '%,stock,%' or s.kept like '%,vat_rate,%' or s.kept like '%,on_sale,%')`
  // Only values that are counted are read: stocks that are said are many.
  const stock = sql`case when s.kept like '%,stock,%' then s.stock end`
  const { rows } = await sql<NewItems>`
    select file, kept, stock, vat_rate, cast(on_sale as text) as on_sale, count(*) as count from (
      select s.file, s.kept, s.on_sale, s.vat_rate,
        case when exists (select 1 from staged_variants v where v.product_id = s.id) then null else ${stock} end as stock
      from staged_products s
      where ${isUnsaid} and not exists (select 1 from products t where t.id = s.id)
      union all
      select s.file, ',stock,', 1, null, s.stock from staged_variants s
      where s.kept like '%,stock,%'
        and not exists (select 1 from variants t where t.product_id = s.product_id and t.id = s.id)
    ) as items
    group by file, kept, stock, vat_rate, on_sale`.execute(kysely)
  return Object.keys(columns).flatMap(field => countField(rows, field as UnsaidField))
}

function countField(rows: NewItems[], field: UnsaidField): Unsaid[] {
  const column = columns[field]
  const counts = new Map<string, Unsaid>()
  for (const row of rows) {
    const value = row[column]
    if (value === null || !row.kept.includes(`,${column},`)) continue
    const key = JSON.stringify([row.file, value])
    const known = counts.get(key)
    if (known) known.count += row.count
    else counts.set(key, { file: row.file, field, value, count: row.count })
  }
  return [...counts.values()].sort((a, b) => a.file - b.file || (a.value < b.value ? -1 : 1))
}

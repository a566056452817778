/** Withdrawals: takes off sale what an import no longer contains. Rows stay, since cart lines refer to them. */

import { sql } from 'kysely'
import type { Queries } from '../../db/database.ts'

/** The variants of an imported product that its new record lacks. */
const isUnlisted = sql`product_id in (select id from staged_products)
  and not exists (select 1 from staged_variants s where s.product_id = variants.product_id and s.id = variants.id)`

/**
 * Takes variants off sale that the new record of their product lacks, and clears their SKU: the variant that replaces one may have it.
 * @returns the number of variants that were on sale, and of SKUs
 */
export async function withdrawVariants({ kysely }: Queries): Promise<{ variants: number; skus: number }> {
  const skus = await sql`update variants set sku = null where sku is not null and ${isUnlisted}`.execute(kysely)
  const variants = await sql`update variants set on_sale = 0 where on_sale = 1 and ${isUnlisted}`.execute(kysely)
  return { variants: Number(variants.numAffectedRows ?? 0n), skus: Number(skus.numAffectedRows ?? 0n) }
}

/**
 * Takes products off sale that the import does not contain.
 * @returns their number
 */
export async function withdrawMissingProducts({ kysely }: Queries): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update products set on_sale = 0
    where on_sale = 1 and not exists (select 1 from staged_products s where s.id = products.id)`.execute(kysely)
  return Number(numAffectedRows)
}

/** Whether the import contains a product. */
export async function hasStagedProducts({ kysely }: Queries): Promise<boolean> {
  const { rows } = await sql`select 1 from staged_products limit 1`.execute(kysely)
  return rows.length > 0
}

/** What a record resets by leaving it out. */
export type ResetField = 'vatRate' | 'variants'

/** Stored values of one kind that a file resets: the first record, and the number of all. */
export interface ProductReset {
  field: ResetField
  file: number
  place: string
  count: number
}

/** Finds stored VAT rates other than 0, and variants on sale, that records reset by leaving them out. Runs before they are saved. */
export async function findProductResets({ kysely }: Queries): Promise<ProductReset[]> {
  const { rows } = await sql<ProductReset>`
    with resets as (
      select 'vatRate' as field, s.file, s.place, s.position
      from staged_products s join products p on p.id = s.id
      where s.omitted like '%,vatRate,%' and p.vat_rate <> '0'
      union all
      select 'variants', s.file, s.place, s.position
      from staged_products s
      where s.omitted like '%,variants,%'
        and exists (select 1 from variants v where v.product_id = s.id and v.on_sale = 1)
    ), firsts as (
      select field, file, min(position) as position, count(*) as count from resets group by field, file
    )
    select f.field, f.file, r.place, f.count
    from firsts f join resets r on r.field = f.field and r.position = f.position
    order by f.position, f.field`.execute(kysely)
  return rows
}

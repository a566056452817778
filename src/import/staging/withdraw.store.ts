/** Withdrawals: takes off sale what an import no longer contains. Rows stay, since cart lines refer to them, but not without end. */

import { sql } from 'kysely'
import { MAX_VARIANTS } from '../../catalog/product.ts'
import type { Queries } from '../../db/database.ts'

/** The variants of an imported product that its new record lacks. */
const isUnlisted = sql`product_id in (select id from staged_products)
  and not exists (select 1 from staged_variants s where s.product_id = variants.product_id and s.id = variants.id)`

/** Numbers of variants that an import takes off sale, and of all rows of variants that it changes. */
interface WithdrawnVariants {
  variants: number
  changes: number
}

/**
 * Takes variants off sale that the new record of their product lacks, and clears their SKU: the variant that replaces one may have it.
 * Deletes those beyond the bound of their product.
 */
export async function withdrawVariants(queries: Queries): Promise<WithdrawnVariants> {
  const { kysely } = queries
  const deleted = await deleteExcessVariants(queries)
  const skus = await sql`update variants set sku = null where sku is not null and ${isUnlisted}`.execute(kysely)
  const offSale = await sql`update variants set on_sale = 0 where on_sale = 1 and ${isUnlisted}`.execute(kysely)
  const withdrawn = Number(offSale.numAffectedRows ?? 0n)
  return {
    variants: withdrawn + deleted.filter(({ on_sale }) => on_sale === 1).length,
    changes: withdrawn + deleted.length + Number(skus.numAffectedRows ?? 0n),
  }
}

/**
 * Deletes unlisted variants of products that would have more than `MAX_VARIANTS`: those that went off sale in an earlier import first, then
 * the lowest ids. Without it, imports with new ids each time would make a product larger without end. Carts omit lines of deleted variants.
 */
async function deleteExcessVariants({ kysely }: Queries): Promise<{ on_sale: number }[]> {
  const listed = sql`(select count(*) from staged_variants s where s.product_id = variants.product_id)`
  const crowded = sql`
    select product_id from variants where product_id in (select id from staged_products)
    group by product_id having count(*) + ${listed} > ${sql.lit(MAX_VARIANTS)}`
  const { rows } = await sql<{ on_sale: number }>`
    delete from variants where (product_id, id) in (
      select product_id, id from (
        select product_id, id, ${listed} as listed,
          row_number() over (partition by product_id order by on_sale desc, id desc) as place
        from variants where product_id in (${crowded}) and ${isUnlisted}
      ) as unlisted
      where place + listed > ${sql.lit(MAX_VARIANTS)}
    )
    returning on_sale`.execute(kysely)
  return rows
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

/** Withdrawals: takes off sale what an import no longer contains. Rows stay, since cart lines refer to them, but not without end. */

import { type RawBuilder, sql } from 'kysely'
import { MAX_VARIANTS } from '../../catalog/product.ts'
import type { Queries } from '../../db/database.ts'
import { writeByKey } from './update-staged.ts'

/** The variants `v` of an imported product that its new record lacks. */
export const isUnlisted = sql`v.product_id in (select id from staged_products where lists_variants = 1)
  and not exists (select 1 from staged_variants s where s.product_id = v.product_id and s.id = v.id)`

type VariantKey = { product_id: number; id: number }
const variantKey = { product_id: 'bigint', id: 'bigint' } as const
const isKey = (keys: RawBuilder<unknown>) => sql`(product_id, id) in (select k.product_id, k.id from ${keys})`

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
  const variants = await countUnlistedOnSale(queries)
  const deleted = await writeByKey<VariantKey>(queries, {
    columns: variantKey,
    found: excessVariants,
    write: keys => sql`delete from variants where ${isKey(keys)}`,
  })
  const withdrawn = await writeByKey<VariantKey>(queries, {
    columns: variantKey,
    found: sql`select v.product_id, v.id from variants v where (v.on_sale = 1 or v.sku is not null) and ${isUnlisted}`,
    write: keys => sql`update variants set on_sale = 0, sku = null where ${isKey(keys)}`,
  })
  return { variants, changes: deleted + withdrawn }
}

async function countUnlistedOnSale({ kysely }: Queries): Promise<number> {
  const { rows } = await sql<{ variants: number }>`
    select count(*) as variants from variants v where v.on_sale = 1 and ${isUnlisted}`.execute(kysely)
  return rows[0]?.variants ?? 0
}

/**
 * Unlisted variants of products that would have more than `MAX_VARIANTS`: those that went off sale in an earlier import first, then the lowest
 * ids. If they stayed, imports with new ids each time would make a product larger without end. Carts omit lines of deleted variants. One that
 * held carts have reserved stays until a later import: it would return without what is reserved of it.
 */
const excessVariants = sql<VariantKey>`
  select product_id, id from (
    select product_id, id, is_listed, reserved,
      row_number() over (partition by product_id order by is_listed desc, on_sale desc, id desc) as place
    from (
      select s.product_id, s.id, 1 as is_listed, 1 as on_sale, 0 as reserved from staged_variants s
      union all
      select v.product_id, v.id, 0 as is_listed, v.on_sale, v.reserved from variants v where ${isUnlisted}
    ) as variants_of_products
  ) as ranked
  where is_listed = 0 and reserved = 0 and place > ${sql.lit(MAX_VARIANTS)}`

/**
 * Takes products off sale that the import does not contain.
 * @returns their number
 */
export function withdrawMissingProducts(queries: Queries): Promise<number> {
  return writeByKey<{ id: number }>(queries, {
    columns: { id: 'bigint' },
    found: sql`
      select p.id from products p
      where p.on_sale = 1 and not exists (select 1 from staged_products s where s.id = p.id)`,
    write: keys => sql`update products set on_sale = 0 where id in (select k.id from ${keys})`,
  })
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

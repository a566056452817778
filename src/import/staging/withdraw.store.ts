/** Withdrawals: takes off sale what an import no longer contains. Rows stay, since cart lines refer to them, but not without end. */

import { type RawBuilder, sql } from 'kysely'
import { MAX_VARIANTS } from '../../catalog/product.ts'
import type { Queries } from '../../db/database.ts'
import { writeByKey } from './update-staged.ts'

/** The stored variants of imported products that the new records of these lack, while an import is applied. */
export const unlistedVariants = sql.table('staged_unlisted_variants')

type VariantKey = { product_id: number; id: number }
const variantKey = { product_id: 'bigint', id: 'bigint' } as const
const isKey = (keys: RawBuilder<unknown>) => sql`(product_id, id) in (select k.product_id, k.id from ${keys})`

/** Numbers of variants that an import takes off sale, and of all rows of variants that it changes. */
interface WithdrawnVariants {
  variants: number
  changes: number
}

/** Keeps the keys of the variants that imported products lack in a temporary table, which ends with `withdrawVariants` or the transaction. */
export async function findUnlistedVariants({ kysely }: Queries): Promise<void> {
  await sql`
    create temporary table ${unlistedVariants} as
    select v.product_id, v.id, v.on_sale, v.reserved from variants v
    where v.product_id in (select id from staged_products where lists_variants = 1)
      and not exists (select 1 from staged_variants s where s.product_id = v.product_id and s.id = v.id)`.execute(
    kysely,
  )
}

/**
 * Takes variants off sale that the new record of their product lacks, and clears their SKU: the variant that replaces one may have it.
 * Deletes those beyond the bound of their product.
 */
export async function withdrawVariants(queries: Queries): Promise<WithdrawnVariants> {
  const [variants, all] = await countUnlisted(queries)
  let changes = 0
  if (all > 0) {
    changes += await writeByKey<VariantKey>(queries, {
      columns: variantKey,
      found: excessVariants,
      write: keys => sql`delete from variants where ${isKey(keys)}`,
    })
    changes += await writeByKey<VariantKey>(queries, {
      columns: variantKey,
      found: sql`
        select v.product_id, v.id from variants v join ${unlistedVariants} u on u.product_id = v.product_id and u.id = v.id
        where v.on_sale = 1 or v.sku is not null`,
      write: keys => sql`update variants set on_sale = 0, sku = null where ${isKey(keys)}`,
    })
  }
  await sql`drop table ${unlistedVariants}`.execute(queries.kysely)
  return { variants, changes }
}

/** @returns the numbers of unlisted variants on sale, and of all */
async function countUnlisted({ kysely }: Queries): Promise<[onSale: number, all: number]> {
  const { rows } = await sql<{ on_sale: number; total: number }>`
    select coalesce(sum(on_sale), 0) as on_sale, count(*) as total from ${unlistedVariants}`.execute(kysely)
  return [rows[0]?.on_sale ?? 0, rows[0]?.total ?? 0]
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
      where s.product_id in (select product_id from ${unlistedVariants})
      union all
      select product_id, id, 0 as is_listed, on_sale, reserved from ${unlistedVariants}
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
export type ResetField = 'vatRate' | 'tierPrices' | 'variants'

/** Stored values of one kind that a file resets: the first record, and the number of all. */
export interface ProductReset {
  field: ResetField
  file: number
  place: string
  count: number
}

/** Finds stored VAT rates other than 0, prices by quantity, and variants on sale, that records reset by leaving them out. Runs before they are saved. */
export async function findProductResets({ kysely }: Queries): Promise<ProductReset[]> {
  const { rows } = await sql<ProductReset>`
    with resets as (
      select 'vatRate' as field, s.file, s.place, s.position
      from staged_products s join products p on p.id = s.id
      where s.omitted like '%,vatRate,%' and p.vat_rate <> '0'
      union all
      select 'tierPrices', s.file, s.place, s.position
      from staged_products s join products p on p.id = s.id
      where s.omitted like '%,tierPrices,%' and p.tier_prices is not null
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

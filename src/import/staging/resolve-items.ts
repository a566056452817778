/** Staged products and variants meet the stored ones: by source key, by SKU, or with a new id. Every statement runs inside the import's transaction. */

import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { type LeftOut, leaveOut } from './left-out.store.ts'
import { assignNewIds } from './publish.store.ts'
import { isOfOtherOrigin } from './tables.ts'
import { updateStaged } from './update-staged.ts'

/** Source key of a product whose export has no numbers, before its SKU. */
const SKU_KEY = 'woocommerce sku:'

/** Whether a staged product `s` is not stored. */
const isNew = sql`not exists (select 1 from products p where p.id = s.id)`

/**
 * Sets the ids of staged products and variants, and leaves out those that are not stored and cannot be new.
 * @returns what was left out
 */
export async function resolveItems(queries: Queries, facts: StagedFacts): Promise<LeftOut[]> {
  await findProductIds(queries, facts)
  const leftOut: LeftOut[] = []
  if (facts.updates_only === 1) leftOut.push(...(await leaveOutUnknown(queries)))
  if (facts.lacks_price === 1) leftOut.push(...(await leaveOutIncomplete(queries, lacksPrice)))
  if (facts.lacks_name === 1) leftOut.push(...(await leaveOutIncomplete(queries, lacksName)))
  await assignNewIds(queries, 'products')
  await findVariantIds(queries)
  leftOut.push(...(await leaveOutUnknownVariants(queries)))
  await assignNewIds(queries, 'variants')
  // A column of stored products has no null, also where the stored price is kept.
  if (facts.lacks_price === 1)
    await sql`update staged_products set price = '0' where price is null`.execute(queries.kysely)
  return leftOut
}

/** What some of the staged products have, each 1 or 0. */
export interface StagedFacts {
  by_sku: number
  updates_only: number
  lacks_price: number
  lacks_name: number
}

/** Reads the facts of all staged products at once. */
export async function readStagedFacts({ kysely }: Queries): Promise<StagedFacts> {
  const some = (condition: RawBuilder<unknown>) => sql`coalesce(max(case when ${condition} then 1 else 0 end), 0)`
  const { rows } = await sql<StagedFacts>`
    select ${some(sql`s.by_sku = 1 and s.sku is not null`)} as by_sku, ${some(sql`s.updates_only = 1`)} as updates_only,
      ${some(lacksPrice.condition)} as lacks_price, ${some(lacksName.condition)} as lacks_name
    from staged_products s`.execute(kysely)
  return rows[0] as StagedFacts
}

async function findProductIds(queries: Queries, facts: StagedFacts): Promise<void> {
  await updateStaged(queries, 'products', {
    column: 'id',
    found: sql`
      select s.position, p.id as value from staged_products s join products p on p.source_key = s.source_key
      where s.id is null or s.id <> p.id`,
  })
  if (await exists(queries, sql`select 1 from products where source_key like ${`${SKU_KEY}%`}`)) {
    // Stored from an export without numbers, and now in one with numbers.
    await updateStaged(queries, 'products', {
      column: 'id',
      found: sql`
        select s.position, p.id as value from staged_products s join products p on p.source_key = ${SKU_KEY} || s.sku
        where s.source_key like 'woocommerce:%'
          and not exists (select 1 from products known where known.source_key = s.source_key)`,
    })
  }
  const hasVariantSkus = await exists(queries, sql`select 1 from staged_variants where by_sku = 1 and sku is not null`)
  if (facts.by_sku === 0 && !hasVariantSkus) return
  await updateStaged(queries, 'products', {
    column: 'id',
    found: sql`
      select s.position, min(p.id) as value from staged_products s join products p on p.sku = s.sku
      where s.by_sku = 1 and s.id is null and ${isOfOtherOrigin}
      group by s.position having count(*) = 1`,
  })
  // A product with variants has their SKUs.
  await updateStaged(queries, 'products', {
    column: 'id',
    found: sql`
      select s.position, min(v.product_id) as value from staged_products s
        join staged_variants o on o.product_position = s.position join variants v on v.sku = o.sku
        join products p on p.id = v.product_id
      where s.by_sku = 1 and s.id is null and ${isOfOtherOrigin}
      group by s.position having min(v.product_id) = max(v.product_id)`,
  })
  // A product that is found by its SKU keeps the key of where it came from.
  await updateStaged(queries, 'products', {
    column: 'source_key',
    found: sql`
      select s.position, p.source_key as value from staged_products s join products p on p.id = s.id
      where s.by_sku = 1 and p.source_key <> s.source_key`,
  })
}

/** Leaves out products that the file only updates and the shop does not have; those with variations are told by these. */
async function leaveOutUnknown(queries: Queries): Promise<LeftOut[]> {
  const isUnknown = sql`s.updates_only = 1 and ${isNew}`
  const products = await leaveOut(queries, 'products', {
    message: 'is not stored, and the file does not say enough of it for a new product',
    found: sql`
      select s.position, s.file, s.place, coalesce(s.sku, s.name) as value from staged_products s
      where ${isUnknown} and not exists (select 1 from staged_variants v where v.product_position = s.position)`,
  })
  const variants = await leaveOut(queries, 'variants', {
    message: 'varies a product that is neither in the file nor stored: export that product, too',
    found: variantsOf(isUnknown),
  })
  await leaveOut(queries, 'products', {
    message: '',
    found: sql`select s.position, s.file, s.place, s.name as value from staged_products s where ${isUnknown}`,
    isTold: false,
  })
  return [...products, ...variants]
}

/** What a product must have to be a new one. */
interface Lack {
  condition: RawBuilder<unknown>
  message: string
}

const lacksPrice: Lack = {
  condition: sql`s.price is null`,
  message: 'is a new product, and the file has no price of it',
}
const lacksName: Lack = {
  condition: sql`s.name = '' and s.kept like '%,name,%'`,
  message: 'is a new product, and the file has no name of it',
}

/** Leaves out new products that lack something, with their variants. */
async function leaveOutIncomplete(queries: Queries, { condition, message }: Lack): Promise<LeftOut[]> {
  const isLeftOut = sql`${condition} and ${isNew}`
  await leaveOut(queries, 'variants', { message, found: variantsOf(isLeftOut), isTold: false })
  return leaveOut(queries, 'products', {
    message,
    found: sql`
      select s.position, s.file, s.place, coalesce(nullif(s.name, ''), s.sku, s.source_key) as value
      from staged_products s where ${isLeftOut}`,
  })
}

function variantsOf(isLeftOut: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select v.position, v.file, v.place, coalesce(v.sku, v.name) as value
    from staged_variants v join staged_products s on s.position = v.product_position
    where ${isLeftOut}`
}

async function findVariantIds(queries: Queries): Promise<void> {
  await sql`
    update staged_variants
    set product_id = (select p.id from staged_products p where p.position = staged_variants.product_position)
    where product_id is null`.execute(queries.kysely)
  if (!(await exists(queries, sql`select 1 from staged_variants where source_key is not null`))) return
  // Materialised: variants are read once, not once per staged variant.
  await updateStaged(queries, 'variants', {
    column: 'id',
    found: sql`
      with known as materialized (
        select product_id, source_key, id from variants
        where product_id in (select product_id from staged_variants where source_key is not null)
      )
      select s.position, known.id as value
      from staged_variants s join known on known.product_id = s.product_id and known.source_key = s.source_key
      where s.id is null or s.id <> known.id`,
  })
  if (await exists(queries, sql`select 1 from variants where source_key like ${`${SKU_KEY}%`}`)) {
    // Stored from an export without numbers, and now in one with numbers.
    await updateStaged(queries, 'variants', {
      column: 'id',
      found: sql`
        select s.position, v.id as value from staged_variants s
          join variants v on v.product_id = s.product_id and v.source_key = ${SKU_KEY} || s.sku
        where s.source_key like 'woocommerce:%' and not exists (
          select 1 from variants known where known.product_id = s.product_id and known.source_key = s.source_key)`,
    })
  }
  if (!(await exists(queries, sql`select 1 from staged_variants where by_sku = 1 and id is null and sku is not null`)))
    return
  await updateStaged(queries, 'variants', {
    column: 'id',
    found: sql`
      select s.position, min(v.id) as value from staged_variants s join variants v on v.product_id = s.product_id and v.sku = s.sku
      where s.by_sku = 1 and s.id is null
      group by s.position having count(*) = 1`,
  })
  // A variant that is found by its SKU keeps the key of where it came from.
  await updateStaged(queries, 'variants', {
    column: 'source_key',
    found: sql`
      select s.position, v.source_key as value from staged_variants s join variants v on v.product_id = s.product_id and v.id = s.id
      where s.by_sku = 1 and coalesce(v.source_key, '') <> s.source_key`,
  })
}

function leaveOutUnknownVariants(queries: Queries): Promise<LeftOut[]> {
  return leaveOut(queries, 'variants', {
    message: 'is not stored, and the file does not say enough of it for a new variant',
    found: sql`
      select s.position, s.file, s.place, coalesce(s.sku, s.name) as value from staged_variants s
      where s.updates_only = 1
        and not exists (select 1 from variants v where v.product_id = s.product_id and v.id = s.id)`,
  })
}

async function exists({ kysely }: Queries, query: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`${query} limit 1`.execute(kysely)
  return rows.length > 0
}

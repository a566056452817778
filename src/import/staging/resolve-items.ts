/** Staged products and variants meet the stored ones: by source key, by SKU, or with a new id. Every statement runs inside the import's transaction. */

import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { type LeftOut, leaveOut } from './left-out.store.ts'
import { assignNewIds } from './publish.store.ts'
import { updateStaged } from './update-staged.ts'

/** Source key of a product whose export has no numbers, before its SKU. */
const SKU_KEY = 'woocommerce sku:'

/** Whether a staged product `s` is not stored. */
const isNew = sql`not exists (select 1 from products p where p.id = s.id)`

/**
 * Sets the ids of staged products and variants, and leaves out those that are not stored and cannot be new.
 * @returns what was left out
 */
export async function resolveItems(queries: Queries): Promise<LeftOut[]> {
  await findProductIds(queries)
  const leftOut = [...(await leaveOutUnknown(queries)), ...(await leaveOutIncomplete(queries))]
  await assignNewIds(queries, 'products')
  await findVariantIds(queries)
  leftOut.push(...(await leaveOutUnknownVariants(queries)))
  await assignNewIds(queries, 'variants')
  // A column of stored products has no null, also where the stored price is kept.
  await sql`update staged_products set price = '0' where price is null`.execute(queries.kysely)
  return leftOut
}

async function findProductIds(queries: Queries): Promise<void> {
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
  if (!(await exists(queries, sql`select 1 from staged_products where by_sku = 1 and id is null`))) return
  await updateStaged(queries, 'products', {
    column: 'id',
    found: sql`
      select s.position, min(p.id) as value from staged_products s join products p on p.sku = s.sku
      where s.by_sku = 1 and s.id is null
      group by s.position having count(*) = 1`,
  })
  // A product that is found by its SKU keeps the key of where it came from.
  await updateStaged(queries, 'products', {
    column: 'source_key',
    found: sql`
      select s.position, p.source_key as value from staged_products s join products p on p.id = s.id
      where s.by_sku = 1 and coalesce(p.source_key, '') <> s.source_key`,
  })
}

/** Leaves out products that the file only updates and the shop does not have; those with variations are told by these. */
async function leaveOutUnknown(queries: Queries): Promise<LeftOut[]> {
  if (!(await exists(queries, sql`select 1 from staged_products where updates_only = 1`))) return []
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

/** Leaves out new products without a name or a price, with their variants. */
async function leaveOutIncomplete(queries: Queries): Promise<LeftOut[]> {
  const leftOut: LeftOut[] = []
  for (const [isIncomplete, message] of incomplete) {
    if (!(await exists(queries, sql`select 1 from staged_products s where ${isIncomplete}`))) continue
    const condition = sql`${isIncomplete} and ${isNew}`
    await leaveOut(queries, 'variants', { message, found: variantsOf(condition), isTold: false })
    leftOut.push(
      ...(await leaveOut(queries, 'products', {
        message,
        found: sql`
          select s.position, s.file, s.place, coalesce(nullif(s.name, ''), s.sku, s.source_key) as value
          from staged_products s where ${condition}`,
      })),
    )
  }
  return leftOut
}

const incomplete: [RawBuilder<unknown>, string][] = [
  [sql`s.price is null`, 'is a new product, and the file has no price of it'],
  [sql`(s.name = '' and s.kept like '%,name,%')`, 'is a new product, and the file has no name of it'],
]

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
  if (!(await exists(queries, sql`select 1 from staged_variants where by_sku = 1 and id is null`))) return
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

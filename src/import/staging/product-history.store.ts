/** Records what an import changes of products. Runs after `findDifferences`, and before the staged records are saved. */

import { type RawBuilder, sql } from 'kysely'
import { type ItemChange, type ItemValues, productChanges } from '../../catalog/admin/product-history.ts'
import type { Discount, GroupPrices } from '../../catalog/price.ts'
import { readTierPrices } from '../../catalog/read-priced.ts'
import type { Queries } from '../../db/database.ts'
import { recordChanges } from '../../history/record-changes.sql.ts'
import type { Author } from '../../model/author.ts'
import { inRanges, numbered } from './numbered.sql.ts'
import { differences } from './tables.ts'

/** Products per statement. */
const PRODUCTS = 500

/** The import whose changes are recorded. */
export interface ProductImport {
  author: Author
  /** Milliseconds since the epoch. */
  now: number
  withdrawsMissing: boolean
  /** The table of variants that their imported product lacks. */
  unlisted: RawBuilder<unknown>
}

/** Records one change of each product of the shop that the import changes, with those of its variants; stocks where a person has named them. */
export async function recordProducts(queries: Queries, imported: ProductImport): Promise<void> {
  const { author, now, withdrawsMissing, unlisted } = imported
  const missing = sql`
    union
    select p.id from products p
    where p.on_sale = 1 and not exists (select 1 from staged_products s where s.id = p.id)`
  const keys = sql`
    select id from ${differences('products')} where is_new = 0
    union
    select product_id from ${differences('variants')} where is_new = 0
    union
    select product_id from ${unlisted} where on_sale = 1
    ${withdrawsMissing ? missing : sql``}`
  const keepsStock = author.actorName !== null
  await inRanges(queries, { keys, names: ['id'], size: PRODUCTS }, async isInRange => {
    const products = await productRows(isInRange, withdrawsMissing).execute(queries.kysely)
    const variants = await variantRows(isInRange, unlisted).execute(queries.kysely)
    const items = [...products.rows, ...variants.rows].map(row => toChange(row, keepsStock))
    await recordChanges(queries, productChanges(items, { at: now, author }))
  })
}

const columns = ['name', 'on_sale', 'price', 'stock', 'discount', 'group_prices', 'tier_prices'] as const
type Column = (typeof columns)[number] | 'vat_rate'
type ItemRow = { product_id: number; variant_id: number } & Record<`${'old' | 'new'}_${Column}`, string | number | null>

/** The stored and the new values of `t` and a staged row `s`, which may be missing. */
function values(names: readonly string[], onSaleWithoutRow: string): RawBuilder<unknown> {
  const both = names.map(name => {
    const withoutRow = name === 'on_sale' ? onSaleWithoutRow : `t.${name}`
    const after = `case when s.position is null then ${withoutRow} when s.kept like '%,${name},%' then t.${name} else s.${name} end`
    return `t.${name} as old_${name}, ${after} as new_${name}`
  })
  return sql.raw(both.join(', '))
}

/** A product without a staged row is one whose variants alone are staged, or that the import lacks. */
const productRows = (isInRange: RawBuilder<boolean>, withdrawsMissing: boolean) => sql<ItemRow>`
  select t.id as product_id, 0 as variant_id, ${values([...columns, 'vat_rate'], withdrawsMissing ? '0' : 't.on_sale')}
  from ${numbered} n join products t on t.id = n.id left join staged_products s on s.id = n.id
  where ${isInRange}`

const variantRows = (isInRange: RawBuilder<boolean>, unlisted: RawBuilder<unknown>) => sql<ItemRow>`
  select t.product_id, t.id as variant_id, ${values(columns, 't.on_sale')}, null as old_vat_rate, null as new_vat_rate
  from ${numbered} n
    join staged_variants s on s.product_id = n.id
    join variants t on t.product_id = s.product_id and t.id = s.id
  where ${isInRange}
  union all
  select t.product_id, t.id, ${sql.raw(columns.map(name => `t.${name}, ${name === 'on_sale' ? '0' : `t.${name}`}`).join(', '))}, null, null
  from ${numbered} n
    join ${unlisted} u on u.product_id = n.id
    join variants t on t.product_id = u.product_id and t.id = u.id
  where ${isInRange}
  order by 1, 2`

function toChange(row: ItemRow, keepsStock: boolean): ItemChange {
  const { product_id: productId, variant_id: variantId } = row
  return { productId, variantId, before: valuesOf(row, 'old', keepsStock), after: valuesOf(row, 'new', keepsStock) }
}

function valuesOf(row: ItemRow, which: 'old' | 'new', keepsStock: boolean): ItemValues {
  const cell = (column: Column) => row[`${which}_${column}`] as string | null
  const [vatRate, discount, groupPrices] = [cell('vat_rate'), cell('discount'), cell('group_prices')]
  return {
    name: cell('name') ?? '',
    onSale: row[`${which}_on_sale`] === 1,
    price: cell('price'),
    ...(vatRate !== null && { vatRate }),
    ...(keepsStock && { stock: cell('stock') ?? '0' }),
    discount: discount === null ? null : (JSON.parse(discount) as Discount),
    groupPrices: groupPrices === null ? null : (JSON.parse(groupPrices) as GroupPrices),
    tierPrices: readTierPrices(cell('tier_prices')),
  }
}

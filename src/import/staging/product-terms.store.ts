/** Terms of staged products, by which products are found. Runs inside the import's transaction, before the staged products are saved. */

import { sql } from 'kysely'
import { readTexts } from '../../catalog/stored-texts.ts'
import { insertProductTerms, type TermList } from '../../catalog/terms/product-terms.sql.ts'
import type { Queries } from '../../db/database.ts'
import { TERM_KINDS, type TermKind } from '../../model/term.ts'
import { writeByKey } from './update-staged.ts'

/** Lists of terms that are read at once, so that memory stays bounded. */
const LISTS_AT_ONCE = 1_000

/** The column of products that says the terms of each kind. */
const columns: Record<TermKind, string> = { brand: 'brand', category: 'categories', tag: 'tags' }

/** The terms of one kind that a product gets; null for none. */
interface ChangedTerms {
  number: number
  product_id: number
  kind: TermKind
  terms: string | null
}

/** Saves the terms of staged products that are new, or say other terms than the stored ones. */
export async function saveProductTerms(queries: Queries): Promise<void> {
  const { kysely } = queries
  await findChangedTerms(queries)
  await deleteChanged(queries)
  for (let after = 0; ; ) {
    const { rows } = await sql<ChangedTerms>`
      select number, product_id, kind, terms from staged_changed_terms
      where terms is not null and number > ${after} order by number limit ${sql.lit(LISTS_AT_ONCE)}`.execute(kysely)
    if (rows.length === 0) break
    await insertProductTerms(queries, rows.map(listOf))
    after = rows.at(-1)?.number ?? Number.POSITIVE_INFINITY
  }
  await sql`drop table staged_changed_terms`.execute(kysely)
}

/** Keeps the lists of terms that differ from those of stored products in a temporary table. */
async function findChangedTerms({ kysely }: Queries): Promise<void> {
  const changed = TERM_KINDS.map(kind => {
    const column = sql.raw(columns[kind])
    return sql`
      select s.id as product_id, ${sql.lit(kind)} as kind, s.${column} as terms
      from staged_products s left join products t on t.id = s.id
      where s.${column} is distinct from t.${column} and (t.id is null or s.kept not like ${sql.lit(`%,${columns[kind]},%`)})`
  })
  await sql`
    create temporary table staged_changed_terms as
    select row_number() over (order by product_id) as number, changed.*
    from (${sql.join(changed, sql` union all `)}) as changed`.execute(kysely)
  // Otherwise each page would read them all.
  await sql`create index staged_changed_terms_number on staged_changed_terms (number)`.execute(kysely)
}

/** Deletes the stored terms of the kinds that change. */
async function deleteChanged(queries: Queries): Promise<void> {
  await writeByKey<{ product_id: number; kind: TermKind }>(queries, {
    columns: { product_id: 'bigint', kind: 'text' },
    found: sql`
      select c.product_id, c.kind from staged_changed_terms c
      where exists (select 1 from product_terms t where t.product_id = c.product_id and t.kind = c.kind)`,
    write: keys =>
      sql`delete from product_terms where (product_id, kind) in (select k.product_id, k.kind from ${keys})`,
  })
}

function listOf({ product_id, kind, terms }: ChangedTerms): TermList {
  return { product_id, kind, terms: kind === 'brand' ? [terms ?? ''] : readTexts(terms) }
}

/** The index of products by their terms, of categories also by those above them. It follows the columns of products in the same transaction. */

import { sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { type TermKind, termEntries } from '../../model/term.ts'

/** Rows that a statement inserts. */
const ROWS_PER_STATEMENT = 2_000

/** All terms of one kind that a product has, as they are written. */
export interface TermList {
  product_id: number
  kind: TermKind
  terms: readonly string[]
}

const columns = { product_id: 'bigint', kind: 'text', folded: 'text', term: 'text' } as const
const productColumns = { product_id: 'bigint' } as const

/** Inserts the terms of lists; the products have none of these kinds in the index. */
export async function insertProductTerms(queries: Queries, lists: Iterable<TermList>): Promise<void> {
  let rows: object[] = []
  for (const { product_id, kind, terms } of lists) {
    for (const { folded, term } of termEntries(kind, terms)) rows.push({ product_id, kind, folded, term })
    if (rows.length < ROWS_PER_STATEMENT) continue
    await insertRows(queries, rows)
    rows = []
  }
  if (rows.length > 0) await insertRows(queries, rows)
}

async function insertRows({ engine, kysely }: Queries, rows: object[]): Promise<void> {
  await sql`
    insert into product_terms (product_id, kind, folded, term)
    select k.product_id, k.kind, k.folded, k.term
    from ${jsonRows(JSON.stringify(rows), 'k', { columns, engine })}`.execute(kysely)
}

/** Deletes all terms of products from the index. */
export async function deleteProductTerms({ engine, kysely }: Queries, productIds: readonly number[]): Promise<void> {
  const keys = JSON.stringify(productIds.map(product_id => ({ product_id })))
  await sql`
    delete from product_terms
    where product_id in (select k.product_id from ${jsonRows(keys, 'k', { columns: productColumns, engine })})`.execute(
    kysely,
  )
}

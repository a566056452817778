/** Terms that several staged changes give one product: those of the first count, in its spelling, and others are refused. */

import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { foldTermOf, type TermKind } from '../../model/term.ts'
import { FINDINGS_KEPT } from '../../shop-file/findings.ts'
import type { Conflicts, RefusedChange } from './conflicts.store.ts'

/** Changes per page: each may have some 30 KB of terms. */
const PAGE = 500

const kinds = { brand: 'brand', categories: 'category', tags: 'tag' } as const satisfies Record<string, TermKind>
type Column = keyof typeof kinds
const termColumns = Object.keys(kinds) as Column[]
type Terms = Record<Column, string | null>

interface TermsRow extends RefusedChange, Terms {
  /** In the order of the products, and of the rows of each. */
  number: number
  product_id: number
  position: number
}

/** What the rows of a product have said so far. */
type First = Partial<Record<Column, { text: string; folded: string }>>

/**
 * Finds changes that give their product other terms than an earlier one, in the order of their products. Changes that only spell them otherwise get
 * the spelling of the first.
 * @param nameOf the text that names the item of the change `s`
 */
export async function findContradictoryTerms(
  queries: Queries,
  nameOf: RawBuilder<unknown>,
): Promise<Conflicts<RefusedChange>> {
  const found: Conflicts<RefusedChange> = { first: [], total: 0 }
  const judge = createJudge()
  let rows = (await findDiffering(queries)) ? await findPage(queries, nameOf, 0) : []
  while (rows.length > 0) {
    const judged = rows.map(row => ({ row, spelling: judge(row) }))
    const refused = judged.filter(({ spelling }) => spelling === null)
    found.total += refused.length
    found.first.push(...refused.slice(0, FINDINGS_KEPT - found.first.length).map(({ row }) => row))
    await respell(queries, judged.flatMap(respelled))
    rows = await findPage(queries, nameOf, rows.at(-1)?.number ?? Number.POSITIVE_INFINITY)
  }
  await sql`drop table differing_changes`.execute(queries.kysely)
  return found
}

/** Creates the function that returns the terms of a row in the first spelling, null where they contradict; rows come in their order. */
function createJudge() {
  let productId = 0
  let first: First = {}
  return (row: TermsRow) => {
    if (row.product_id !== productId) first = {}
    productId = row.product_id
    return spelledAs(first, row)
  }
}

function respelled({ row, spelling }: { row: TermsRow; spelling: Terms | null }) {
  const isOther = spelling !== null && termColumns.some(column => spelling[column] !== row[column])
  return isOther ? [{ position: row.position, ...spelling }] : []
}

/** Numbers the changes of products whose rows differ in the text of a column. @returns whether there are any */
async function findDiffering({ kysely }: Queries): Promise<boolean> {
  const differs = termColumns.map(column => sql`min(o.${sql.ref(column)}) <> max(o.${sql.ref(column)})`)
  await sql`
    create temporary table differing_changes as
    select row_number() over (order by t.product_id, t.position) as number, t.product_id, t.position from staged_targets t
    where t.product_id in (
      select u.product_id from staged_changes o join staged_targets u on u.position = o.position
      group by u.product_id having ${sql.join(differs, sql` or `)})`.execute(kysely)
  const { rows } = await sql`select 1 from differing_changes limit 1`.execute(kysely)
  if (rows.length === 0) return false
  await sql`create index differing_changes_number on differing_changes (number)`.execute(kysely)
  await sql`create index staged_changes_position on staged_changes (position)`.execute(kysely)
  return true
}

async function findPage({ kysely }: Queries, nameOf: RawBuilder<unknown>, after: number): Promise<TermsRow[]> {
  const { rows } = await sql<TermsRow>`
    select s.file, s.place, s.position, ${nameOf} as value, d.number, d.product_id, s.brand, s.categories, s.tags
    from differing_changes d join staged_changes s on s.position = d.position
    where d.number > ${after} order by d.number limit ${sql.lit(PAGE)}`.execute(kysely)
  return rows
}

/** The terms of a row in the first spelling, which the row sets where it is the first; null where they are others. */
function spelledAs(first: First, row: Terms): Terms | null {
  const spelling: Terms = { brand: row.brand, categories: row.categories, tags: row.tags }
  for (const column of termColumns) {
    const text = row[column]
    if (text === null) continue
    const folded = foldColumn(column, text)
    const known = first[column]
    if (known && known.folded !== folded) return null
    if (known) spelling[column] = known.text
    else first[column] = { text, folded }
  }
  return spelling
}

/** What two texts of a column have in common that are the same terms, in any order. */
function foldColumn(column: Column, text: string): string {
  const terms = column === 'brand' ? [text] : (JSON.parse(text) as string[])
  const folded = new Set(terms.map(term => foldTermOf(kinds[column], term)))
  return JSON.stringify([...folded].sort())
}

async function respell({ engine, kysely }: Queries, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return
  const columns = { position: 'bigint', brand: 'text', categories: 'text', tags: 'text' } as const
  await sql`
    update staged_changes set brand = k.brand, categories = k.categories, tags = k.tags
    from ${jsonRows(JSON.stringify(rows), 'k', { columns, engine })}
    where staged_changes.position = k.position`.execute(kysely)
}

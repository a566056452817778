/** Products that have terms: conditions, and ids in their order. */

import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import type { TermKind } from '../../model/term.ts'

/** Terms are rare that fewer products have. */
const RARE = 500

/** A term that a product must have, as terms are compared: also a category below it counts. */
export interface SoughtTerm {
  kind: TermKind
  folded: string
}

/** Terms all of which a product must have. */
export interface SoughtTerms {
  /** That of the fewest products. */
  rarest: SoughtTerm
  others: SoughtTerm[]
  isRare: boolean
}

/** Orders terms by the number of products that have them; undefined where there is no term. */
export async function orderTerms({ kysely }: Queries, terms: readonly SoughtTerm[]): Promise<SoughtTerms | undefined> {
  if (terms.length === 0) return undefined
  const counts = terms.map(
    (term, place) => sql`
      select ${sql.lit(place)} as place, (select count(*) from (
        select 1 from product_terms where ${isTerm(term)} limit ${sql.lit(RARE)}) as found) as count`,
  )
  const { rows } = await sql<{ place: number; count: number }>`
    select place, count from (${sql.join(counts, sql` union all `)}) as counted order by count, place`.execute(kysely)
  const [rarest, ...others] = rows.flatMap(({ place }) => terms[place] ?? [])
  return rarest && { rarest, others, isRare: (rows[0]?.count ?? RARE) < RARE }
}

/** The condition that a product has all of the terms. @param id the product's */
export function hasTerms({ rarest, others }: SoughtTerms, id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql.join(
    [rarest, ...others].map(term => hasTerm(term, id)),
    sql` and `,
  )
}

/** Which of the products with terms are selected. */
interface Part {
  /** The id after which they begin. */
  after: number
  /** Further conditions on `p`, the product. */
  conditions: RawBuilder<unknown>[]
  limit: number
}

/** Selects the ids of the products with all of the terms, ascending. */
export function productsWith({ rarest, others }: SoughtTerms, part: Part): RawBuilder<{ id: number }> {
  const further = [...others.map(term => hasTerm(term, sql`p.id`)), ...part.conditions]
  // SQLite reads the left table of a cross join first, in the order of its index; PostgreSQL chooses by its statistics.
  return sql<{ id: number }>`
    select p.id from (
      select product_id from product_terms where ${isTerm(rarest)} and product_id > ${part.after}
    ) as t cross join products p
    where ${sql.join([sql`p.id = t.product_id`, ...further], sql` and `)}
    order by t.product_id limit ${part.limit}`
}

/** Finds the ids of the products with rare terms. */
export async function findRare({ kysely }: Queries, terms: SoughtTerms): Promise<number[]> {
  const { rows } = await productsWith(terms, { after: 0, conditions: [], limit: RARE }).execute(kysely)
  return rows.map(({ id }) => id)
}

function isTerm({ kind, folded }: SoughtTerm): RawBuilder<unknown> {
  return sql`kind = ${kind} and folded = ${folded}`
}

function hasTerm({ kind, folded }: SoughtTerm, id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (
    select 1 from product_terms o where o.product_id = ${id} and o.kind = ${kind} and o.folded = ${folded})`
}

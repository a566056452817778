/** Terms that products have, with the numbers of their products, in the order of their compared forms. */

import { setImmediate as otherRequests } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { prepared } from '../../db/prepared-statements.ts'
import type { TermKind } from '../../model/term.ts'
import { foldAccents } from '../../schema/fold-accents.ts'
import type { Key, KeysetQuery } from '../../schema/keyset.ts'

/** Which terms are listed. */
export interface TermQuery extends KeysetQuery {
  kind: TermKind
  /** What the terms contain, as they are compared, or without their accents; every term without it. */
  q: string | undefined
}

/** A term that products have, or of categories that is above one. */
export interface ListedTerm {
  folded: string
  /** In the spelling of the product with the lowest id. */
  term: string
  /** Number of products, on sale or not. */
  count: number
}

/** A page of terms. */
export interface TermPage {
  /** Up to `limit` terms, and one more where there is a next page. */
  terms: ListedTerm[]
  /** The key after which the next page continues where this one ends before its limit; null at the end. */
  continueAfter: Key | null
}

/** Terms that the first statement of a call compares. */
const FIRST_TERMS = 500
/** Terms that each further statement compares. The embedded engine serves other requests between two statements. */
const FURTHER_TERMS = { sqlite: 2_000, postgres: 10_000 }
/** Maximum number of terms that one call compares. */
const MAX_TERMS = 50_000

/** Finds a page of terms. */
export async function findTermPage(queries: Queries, { kind, q = '', after, limit }: TermQuery): Promise<TermPage> {
  const terms: ListedTerm[] = []
  let last = String(after?.[0] ?? '')
  let compared = 0
  for (let step = FIRST_TERMS; compared < MAX_TERMS; step = FURTHER_TERMS[queries.engine]) {
    const rows = await selectTerms(queries, {
      kind,
      q,
      bare: foldAccents(q),
      after: last,
      step,
      count: limit + 1 - terms.length,
    })
    terms.push(...rows.filter(isFound))
    if (terms.length > limit) return { terms, continueAfter: null }
    const [bounds] = rows
    if (bounds === undefined || bounds.last === null || bounds.compared < step) return { terms, continueAfter: null }
    last = bounds.last
    compared += step
    await otherRequests()
  }
  return { terms, continueAfter: [last] }
}

interface Parameters {
  kind: TermKind
  q: string
  /** The same without accents. */
  bare: string
  after: string
  step: number
  count: number
}

/** `compared` terms up to `last`, with those found; one row with nulls where there are none. */
interface Row {
  compared: number
  last: string | null
  folded: string | null
  term: string | null
  count: number | null
}

function isFound(row: Row): row is Row & ListedTerm {
  return row.folded !== null
}

/** Letters with accents of Turkish and its neighbours, and those without. */
const ACCENTED = 'çğöşüâîûáàäãåéèêëíìïñóòôõúù'
const BARE = 'cgosuaiuaaaaaeeeeiiinoooouu'

/** The term of a step without accents. */
function bareTerm(engine: Queries['engine']): RawBuilder<unknown> {
  if (engine === 'postgres') return sql`translate(s.folded, ${sql.lit(ACCENTED)}, ${sql.lit(BARE)})`
  return [...ACCENTED].reduce<RawBuilder<unknown>>(
    (text, letter, at) => sql`replace(${text}, ${sql.lit(letter)}, ${sql.lit(BARE[at])})`,
    sql`s.folded`,
  )
}

/** Steps from term to term by the index, so that the number of their products costs nothing until they are counted. */
const selectTerms = prepared<Parameters, Row>((parameter, engine) => {
  const next = (after: unknown) => sql`(
    select t.folded from product_terms t where t.kind = ${parameter('kind')} and t.folded > ${after}
    order by t.folded limit 1)`
  const place = engine === 'postgres' ? sql`strpos` : sql`instr`
  const has = sql`(${place}(s.folded, ${parameter('q')}) > 0 or ${place}(${bareTerm(engine)}, ${parameter('bare')}) > 0)`
  const ofTerm = sql`from product_terms t where t.kind = ${parameter('kind')} and t.folded = f.folded`
  return sql`
    with recursive steps (number, folded) as (
      select 1, ${next(parameter('after'))}
      union all
      select s.number + 1, ${next(sql`s.folded`)} from steps s
      where s.folded is not null and s.number < ${parameter('step')}
    ), found as (
      select s.folded from steps s where s.folded is not null and ${has}
      order by s.folded limit ${parameter('count')}
    )
    select bounds.compared, bounds.last, f.folded,
      (select t.term ${ofTerm} order by t.product_id limit 1) as term,
      case when f.folded is not null then (select count(*) ${ofTerm}) end as count
    from (select count(folded) as compared, max(folded) as last from steps) as bounds
    left join found f on true
    order by f.folded`
})

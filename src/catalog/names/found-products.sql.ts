/** Finds products by words of their names and by a range of prices, in the order of their ids, with a bounded amount of work. */

import { setImmediate as otherRequests } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Engine, Queries } from '../../db/database.ts'
import { type Parameter, prepared } from '../../db/prepared-statements.ts'
import { listOfWords, queryOfGrams } from '../../db/gram-query.ts'
import { gramsOf } from '../../schema/grams.ts'
import { hasPriceInRange, type RoughPriceParameters, type RoughRange } from './rough-prices.sql.ts'

/** What products are searched for. */
export interface Sought {
  /** Folded words; none for every name. */
  words: readonly string[]
  /** Null for every price. */
  prices: RoughRange | null
  /** Where it is `sku`, only products are found that have a SKU, or a variant on sale with one. */
  itemId: 'id' | 'sku'
  /** Where it is `on`, only products on sale are found. */
  sale: 'on' | 'any'
  /** Milliseconds since the epoch. */
  now: number
}

/** A part of a search. */
export interface FoundProducts {
  /** Ids of the products found, ascending, as many as were asked for at most. */
  ids: number[]
  /** Id up to which every product was compared; null where that is the end of the catalogue. */
  comparedTo: number | null
}

/** Where names come from: in the order of the ids, or from the index of grams. */
type Source = 'all' | 'index'

/** Names that the first statement of a call compares. */
const FIRST_NAMES = 200
/** The same on PostgreSQL, whose index reads all names that have a gram: words of many names are found among the first ones without it. */
const FIRST_NAMES_WITHOUT_INDEX = 1_000
/** Names that each further statement compares. The embedded engine serves other requests between two statements. */
const FURTHER_NAMES = { sqlite: 1_000, postgres: 10_000 }
/** Maximum number of names that one call compares, and of those whose prices it reads. */
const MAX_NAMES = { unpriced: 100_000, priced: 10_000 }

/** Finds products after an id. @param count maximum number of ids */
export async function findProducts(
  queries: Queries,
  sought: Sought,
  { after, count }: { after: number; count: number },
): Promise<FoundProducts> {
  const grams = gramsOf(sought.words)
  const mostNames = MAX_NAMES[sought.prices ? 'priced' : 'unpriced']
  const found: FoundProducts = { ids: [], comparedTo: after }
  let compared = 0
  for (const step of stepsOf(queries.engine, grams)) {
    const page = { after: found.comparedTo ?? 0, count: count - found.ids.length }
    const part = await runStep(queries, { ...sought, ...step, grams }, page)
    found.ids.push(...part.ids)
    found.comparedTo = part.comparedTo
    compared += step.names
    if (part.comparedTo === null || found.ids.length === count || compared >= mostNames) break
    await otherRequests()
  }
  return found
}

function* stepsOf(engine: Engine, grams: readonly string[]): Generator<Step> {
  const source = grams.length > 0 ? 'index' : 'all'
  if (engine === 'postgres') yield { source: 'all', names: FIRST_NAMES_WITHOUT_INDEX }
  else yield { source, names: FIRST_NAMES }
  for (;;) yield { source, names: FURTHER_NAMES[engine] }
}

/** Names that a statement compares, and where they come from. */
interface Step {
  source: Source
  names: number
}

async function runStep(
  queries: Queries,
  { words, grams, prices, itemId, sale, now, source, names }: Sought & Step & { grams: string[] },
  page: { after: number; count: number },
): Promise<FoundProducts> {
  const run = statementFor({ source, names, itemId, sale, isPriced: prices !== null })
  const rows = await run(queries, {
    ...page,
    word: words.toSorted((a, b) => b.length - a.length)[0] ?? '',
    words: listOfWords(words, queries.engine),
    grams: queryOfGrams(grams, queries.engine),
    ...(prices ?? { min: 0, max: 0 }),
    now,
  })
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]))
  const { compared = 0, last = null } = rows[0] ?? {}
  if (ids.length === page.count) return { ids, comparedTo: ids.at(-1) ?? null }
  return { ids, comparedTo: compared < names ? null : last }
}

type Parameters = RoughPriceParameters & {
  after: number
  count: number
  word: string
  words: string
  grams: string
}
/** `compared` names up to the id `last`, with the ids found; one row with a null id where there are none. */
type Row = { compared: number; last: number | null; id: number | null }

/** What a statement is written for. */
type Kind = Step & Pick<Sought, 'itemId' | 'sale'> & { isPriced: boolean }

const statements = new Map<string, ReturnType<typeof createStatement>>()

function statementFor(kind: Kind): ReturnType<typeof createStatement> {
  const key = Object.values(kind).join()
  const statement = statements.get(key) ?? createStatement(kind)
  statements.set(key, statement)
  return statement
}

/** The number of names is not a parameter: PostgreSQL plans the joins by it. */
function createStatement({ source, names, itemId, sale, isPriced }: Kind) {
  return prepared<Parameters, Row>((parameter, engine) => {
    const range = { min: parameter('min'), max: parameter('max'), now: parameter('now') }
    const order = source === 'index' && engine === 'sqlite' ? namesInGramTable : namesInOrder
    return sql`
      with names as materialized (${order(parameter, { source, names })}), found as (
        select ${isPriced ? sql`distinct` : sql``} p.id from names n ${inThisOrder(engine)} products p on p.id = n.product_id
        ${isPriced ? sql`left join variants v on v.product_id = p.id and v.on_sale = 1` : sql``}
        where ${sale === 'on' ? sql`p.on_sale = 1` : sql`true`} and ${hasWords(parameter, engine)} and ${itemId === 'sku' ? hasSku : sql`true`}
          and ${isPriced ? hasPriceInRange(range, engine) : sql`true`}
        order by p.id limit ${parameter('count')}
      )
      select bounds.compared, bounds.last, found.id
      from (select count(*) as compared, max(product_id) as last from names) as bounds left join found on true
      order by found.id`
  })
}

/** The join that reads the table on its left first. SQLite otherwise reads all products in the order of the ids. */
function inThisOrder(engine: Engine): RawBuilder<unknown> {
  return engine === 'sqlite' ? sql`cross join` : sql`join`
}

function namesInOrder(parameter: Parameter<Parameters>, { source, names }: Step): RawBuilder<unknown> {
  return sql`
    select product_id, folded_name from product_names
    where product_id > ${parameter('after')}
      and ${source === 'index' ? sql`grams @@ cast(${parameter('grams')} as tsquery)` : sql`true`}
    order by product_id limit ${sql.lit(names)}`
}

/** SQLite finds the names of a gram in the order of their ids, and stops at the limit. */
function namesInGramTable(parameter: Parameter<Parameters>, { names }: Step): RawBuilder<unknown> {
  return sql`
    select n.product_id, n.folded_name
    from (
      select rowid as id from product_name_grams
      where product_name_grams match ${parameter('grams')} and rowid > ${parameter('after')}
      order by rowid limit ${sql.lit(names)}
    ) as g cross join product_names n on n.product_id = g.id`
}

const hasSku = sql`(p.sku is not null
  or exists (select 1 from variants v where v.product_id = p.id and v.on_sale = 1 and v.sku is not null))`

/** SQLite reads the list of words only for names that have the longest one. */
function hasWords(parameter: Parameter<Parameters>, engine: Engine): RawBuilder<unknown> {
  if (engine === 'postgres') return sql`n.folded_name like all (cast(${parameter('words')} as text[]))`
  return sql`instr(n.folded_name, ${parameter('word')}) > 0
    and not exists (select 1 from json_each(${parameter('words')}) as word where instr(n.folded_name, word.value) = 0)`
}

/** Pages of coupons and campaigns, in the order of their keys. */

import { type RawBuilder, sql } from 'kysely'
import type { Engine, Queries } from '../../db/database.ts'
import { jsonMember } from '../../db/json-member.sql.ts'
import { prepared } from '../../db/prepared-statements.ts'
import { foldAccents } from '../../schema/fold-accents.ts'
import { textAfter } from '../../schema/text-after.ts'
import { byBytes } from './codes/codes.sql.ts'
import type { PromotionKey, Section } from './saved-promotion.ts'

/** Maximum size of the documents of a page, in characters: one document can have half a megabyte. */
const MAX_PAGE_LENGTH = sql.lit(1_000_000)
/** Names of campaigns that a statement reads. */
const NAMES = 1_000

/** Documents of a page, and whether further ones follow. */
export interface PromotionPage {
  documents: string[]
  hasMore: boolean
}

/** A page to find. */
export interface PromotionPageQuery {
  /** Key after which the page begins. */
  after: PromotionKey | undefined
  limit: number
  /** The beginning of the folded codes of coupons, or folded words of the names of campaigns. */
  sought?: string | undefined
  /** Of coupons: those that are of no batch of codes. */
  batch?: 'none' | undefined
}

/** What a statement selects of a table: documents and their places. */
interface Rows {
  key: RawBuilder<unknown>
  from: RawBuilder<unknown>
  limit: unknown
}

function selectPage(section: Section, { key, from, limit }: Rows, more: unknown): RawBuilder<Row> {
  return sql<Row>`
    select document, found from (
      select place, document, row_number() over (order by place) as number, count(*) over () as found,
        sum(length(document)) over (order by place) as size
      from (
        select ${key} as place, document from ${sql.table(section)} where ${from} order by ${key} limit ${more}
      ) as following
    ) as measured
    where number = 1 or (number <= ${limit} and size <= ${MAX_PAGE_LENGTH})
    order by place`
}

type Row = { document: string; found: number }
type Parameters = { after: PromotionKey; more: number; limit: number }

function selectAll(section: Section, key: RawBuilder<unknown>) {
  return prepared<Parameters, Row>(parameter =>
    selectPage(
      section,
      { key, from: sql`${key} > ${parameter('after')}`, limit: parameter('limit') },
      parameter('more'),
    ),
  )
}

const all = {
  coupons: selectAll('coupons', sql.ref('folded_code')),
  campaigns: selectAll('campaigns', sql.ref('id')),
} satisfies Record<Section, unknown>

const FIRST = { coupons: '', campaigns: 0 } as const

/** Finds a page: up to `limit` documents, fewer where they have more than a megabyte together. */
export async function findDocuments(
  queries: Queries,
  section: Section,
  { after = FIRST[section], limit, sought, batch }: PromotionPageQuery,
): Promise<PromotionPage> {
  const more = limit + 1
  if (sought === undefined && batch === undefined) return toPage(await all[section](queries, { after, limit, more }))
  const rows =
    section === 'coupons'
      ? codesFrom({ beginning: sought, batch, after: String(after) }, queries.engine)
      : await named(queries, sought ?? '', { after: Number(after), limit: more })
  return toPage((await selectPage(section, { ...rows, limit }, more).execute(queries.kysely)).rows)
}

function toPage(rows: readonly Row[]): PromotionPage {
  return { documents: rows.map(({ document }) => document), hasMore: rows.length < (rows[0]?.found ?? 0) }
}

interface Codes {
  /** Of the folded codes. */
  beginning: string | undefined
  batch: 'none' | undefined
  after: string
}

/**
 * The codes that begin alike are a range in the order of bytes, of the index of all coupons or of those without a batch. Of two lower bounds,
 * SQLite would begin at the first.
 */
function codesFrom({ beginning = '', batch, after }: Codes, engine: Engine): Pick<Rows, 'key' | 'from'> {
  const key = byBytes(engine)
  const isBehind = Buffer.compare(Buffer.from(after), Buffer.from(beginning)) >= 0
  const end = textAfter(beginning)
  const conditions = [
    isBehind ? sql`${key} > ${after}` : sql`${key} >= ${beginning}`,
    ...(end === undefined ? [] : [sql`${key} < ${end}`]),
    ...(batch === undefined ? [] : [sql`batch is null`]),
  ]
  return { key, from: sql.join(conditions, sql` and `) }
}

async function named(queries: Queries, words: string, page: NamedPage): Promise<Pick<Rows, 'key' | 'from'>> {
  const ids = await findNamed(queries, words, page)
  return { key: sql.ref('id'), from: ids.length === 0 ? sql`false` : sql`id in (${sql.join(ids)})` }
}

interface NamedPage {
  after: number
  limit: number
}

/** Ids of campaigns whose names contain every word. The names of all campaigns are in the memory of each instance, and few. */
async function findNamed({ kysely, engine }: Queries, words: string, { after, limit }: NamedPage): Promise<number[]> {
  const found: number[] = []
  for (let [last, count] = [after, NAMES]; count === NAMES && found.length < limit; ) {
    const { rows } = await sql<{ id: number; name: string }>`
      select id, ${jsonMember(engine, 'document', 'name')} as name from campaigns
      where id > ${last} order by id limit ${sql.lit(NAMES)}`.execute(kysely)
    found.push(...rows.filter(({ name }) => containsWords(name, words)).map(({ id }) => id))
    last = rows.at(-1)?.id ?? last
    count = rows.length
  }
  return found.slice(0, limit)
}

function containsWords(name: string, words: string): boolean {
  const folded = foldAccents(name)
  return words.split(' ').every(word => folded.includes(word))
}

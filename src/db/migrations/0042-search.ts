/** Migration 0042: adds the texts that customers are found by, folds the accents of product names, and indexes the ends of references. */

import { type Kysely, sql } from 'kysely'

type Engine = 'sqlite' | 'postgres'
interface Queries {
  kysely: Kysely<unknown>
  engine: Engine
}

/** Rows of a batch: all of a large table are not kept in memory. */
const BATCH = 1_000

/** What locks tables that instances of the previous version write comes last. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const queries = { kysely: db, engine }
  const isSqlite = engine === 'sqlite'
  for (const statement of isSqlite ? sqliteTables : postgresTables) await sql.raw(statement).execute(db)
  await saveCustomers(queries)
  await foldNames(queries)
  const end = isSqlite ? 'substr(lower(reference), -3)' : `"right"(lower(reference collate "C"), 3)`
  const sku = isSqlite ? 'lower(sku)' : 'lower(sku collate "C")'
  const statements = [
    `create index checkouts_reference_end on checkouts (${end}, held_at, reference)`,
    ...['products', 'variants'].map(
      table => `create index ${table}_sku_start on ${table} (${sku}) where sku is not null`,
    ),
    ...(isSqlite ? [] : ['create index coupons_folded_code on coupons (folded_code collate "C")']),
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
  if (!isSqlite) await bindToCustomers(queries)
}

const sqliteTables = [
  `create table customer_search (
    customer_id integer primary key references customers (id) on delete cascade, folded_text text not null)`,
  `create virtual table customer_search_grams using fts5(
    folded_text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1')`,
]

/** The grams from every third place, of the text without none, one and two of its characters: a generated column permits no subquery. */
const third = (from: number) => `regexp_replace(substr(folded_text, ${from}), '(.{3})', E'\\\\1\\n', 'g')`
const grams = [1, 2, 3].map(third).join(` || E'\\n' || `)
const postgresTables = [
  `create table customer_search (
    customer_id bigint primary key, folded_text text collate "C" not null, grams tsvector not null
      generated always as (array_to_tsvector(array_remove(string_to_array(${grams}, E'\\n'), ''))) stored)`,
  'create index customer_search_grams on customer_search using gin (grams) with (gin_pending_list_limit = 1024)',
]

interface Customer {
  id: number
  texts: (string | null)[]
}

async function saveCustomers({ kysely, engine }: Queries): Promise<void> {
  const names = ['name', 'surname', 'company', 'email', 'external_id', 'mobile_phone', 'business_phone'] as const
  await inBatches(async after => {
    const { rows } = await sql<Customer & Record<(typeof names)[number], string | null>>`
      select id, ${sql.join(names.map(name => sql.ref(name)))} from customers
      where id > ${after} order by id limit ${sql.lit(BATCH)}`.execute(kysely)
    const texts = JSON.stringify(rows.map(row => [row.id, searchText(names.map(name => row[name]))]))
    const given =
      engine === 'sqlite'
        ? sql`select json_extract(value, '$[0]'), json_extract(value, '$[1]') from json_each(${texts})`
        : sql`select cast(value ->> 0 as bigint), value ->> 1 from json_array_elements(cast(${texts} as json)) as value`
    await sql`insert into customer_search (customer_id, folded_text) ${given}`.execute(kysely)
    if (engine === 'sqlite') await sql`insert into customer_search_grams (rowid, folded_text) ${given}`.execute(kysely)
    return rows
  })
}

/** Folding what is folded already changes nothing but accents. */
async function foldNames({ kysely, engine }: Queries): Promise<void> {
  await inBatches(async after => {
    const { rows } = await sql<{ id: number; name: string }>`
      select product_id as id, folded_name as name from product_names
      where product_id > ${after} order by product_id limit ${sql.lit(BATCH)}`.execute(kysely)
    for (const { id, name } of rows) {
      const folded = fold(name)
      if (folded === name) continue
      await sql`update product_names set folded_name = ${folded} where product_id = ${id}`.execute(kysely)
      if (engine === 'postgres') continue
      await sql`replace into product_name_grams (rowid, folded_name) values (${id}, ${folded})`.execute(kysely)
    }
    return rows
  })
}

async function inBatches(work: (after: number) => Promise<readonly { id: number }[]>): Promise<void> {
  for (let after = -1, count = BATCH; count === BATCH; ) {
    const rows = await work(after)
    after = rows.at(-1)?.id ?? after
    count = rows.length
  }
}

/** An instance of the previous version that deletes a customer deletes the text, too. Those that it has deleted meanwhile go now. */
async function bindToCustomers({ kysely }: Queries): Promise<void> {
  await sql`lock table customers in share row exclusive mode`.execute(kysely)
  // In two statements: Citus deletes by no table that has copies.
  const { rows } = await sql<{ id: number }>`
    select s.customer_id as id from customer_search s
    where not exists (select 1 from customers c where c.id = s.customer_id)`.execute(kysely)
  for (const { id } of rows) await sql`delete from customer_search where customer_id = ${id}`.execute(kysely)
  await sql`
    alter table customer_search add constraint customer_search_customer_id_fkey
      foreign key (customer_id) references customers (id) on delete cascade`.execute(kysely)
}

/** The text of `customers/search-text.ts`, as it was with this migration. */
function searchText(texts: readonly (string | null)[]): string {
  const words = texts.flatMap(text => {
    if (text === null || text.endsWith('@generated.invalid')) return []
    const folded = fold(text)
    const joined = folded.replace(/(?<!\S)\(+(?=\+?\d)/g, '').replace(/(?<=\d)[\s()./-]+(?=\d)/g, '')
    return [...folded.split(' '), ...joined.split(' ')].filter(word => word !== '')
  })
  return [...new Set(words)].map(word => `  ${word}`).join('')
}

/** The folding of `schema/fold-accents.ts`, as it was with this migration. */
function fold(text: string): string {
  const folded = text
    .normalize('NFC')
    .trim()
    .replace(/[iİIı]\u0307?/g, 'i')
    .toUpperCase()
    .toLowerCase()
  const bare = folded
    .normalize('NFD')
    .replace(/[\u0300-\u036f]+/g, '')
    .normalize('NFC')
    .trim()
  const letters: Record<string, string> = {
    ø: 'o',
    ł: 'l',
    đ: 'd',
    ð: 'd',
    þ: 'th',
    æ: 'ae',
    œ: 'oe',
    ħ: 'h',
    ŧ: 't',
    ς: 'σ',
    '’': "'",
    ʼ: "'",
  }
  return (bare || folded).replace(/[øłđðþæœħŧς’ʼ]/g, letter => letters[letter] ?? letter).replace(/\s+/g, ' ')
}

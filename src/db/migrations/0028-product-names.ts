/** Migration 0028: creates the index of the names of products, by which agents search them, and fills it. */

import { type Kysely, sql } from 'kysely'

type Engine = 'sqlite' | 'postgres'

/** Names per statement, so that memory stays bounded. */
const BATCH = 1_000

/** Creates and fills the table. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(db, engine)
  // No import changes names meanwhile. Orders and carts do not wait for this lock.
  if (engine === 'postgres') await sql`select 1 from shop where id = 1 for update`.execute(db)
  let after = 0
  for (let names = await findNames(db, after); names.length > 0; names = await findNames(db, after)) {
    const rows = names.map(({ id, name }) => ({ id, name: folded(name) }))
    await insertNames(db, engine, JSON.stringify(rows))
    after = names.at(-1)?.id ?? after
  }
  await createIndex(db, engine)
}

async function createTable(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === 'sqlite') {
    await sql`
      create table product_names (product_id integer primary key, folded_name text not null)`.execute(db)
    return
  }
  await sql`
    create table product_names (
      product_id bigint primary key,
      folded_name text collate "C" not null,
      grams tsvector not null generated always as (${gramsOf('folded_name')}) stored
    )`.execute(db)
}

/**
 * The texts of three characters from each place of a name, as the lexemes of a text search: those from every third place, of the name without
 * none, one and two of its characters. A generated column permits no subquery. No name contains the line break that divides them.
 */
function gramsOf(column: string) {
  const third = (from: number) => `regexp_replace(substr(${column}, ${from}), '(.{3})', E'\\\\1\\n', 'g')`
  const parts = [1, 2, 3].map(third).join(` || E'\\n' || `)
  return sql.raw(`array_to_tsvector(array_remove(string_to_array(${parts}, E'\\n'), ''))`)
}

/**
 * Creates the index of the names that are stored. SQLite's is a full-text table, whose row ids are those of products; it has no texts and no
 * positions, which no statement reads. PostgreSQL's has a list of new rows, which searches read whole: it stays short.
 */
async function createIndex(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === 'sqlite') {
    await sql`
      create virtual table product_name_grams using fts5(
        folded_name, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1')`.execute(
      db,
    )
    await sql`
      insert into product_name_grams (rowid, folded_name) select product_id, folded_name from product_names`.execute(db)
    return
  }
  await sql`
    create index product_names_grams on product_names using gin (grams) with (gin_pending_list_limit = 1024)`.execute(
    db,
  )
}

async function findNames(db: Kysely<unknown>, after: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from products where id > ${after} order by id limit ${BATCH}`.execute(db)
  return rows
}

async function insertNames(db: Kysely<unknown>, engine: Engine, rows: string): Promise<void> {
  const names =
    engine === 'sqlite'
      ? sql`select json_extract(value, '$.id'), json_extract(value, '$.name') from json_each(${rows})`
      : sql`select id, name from json_to_recordset(cast(${rows} as json)) as names(id bigint, name text)`
  await sql`insert into product_names (product_id, folded_name) ${names}`.execute(db)
}

/** A copy of the comparison of names, so that later changes of it do not change this migration. */
function folded(name: string): string {
  return name
    .normalize('NFC')
    .trim()
    .replace(/[iİIı]\u0307?/g, 'i')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replace(/\s+/g, ' ')
}

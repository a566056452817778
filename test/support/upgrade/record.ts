/**
 * `node --conditions=sepet-source test/support/upgrade/record.ts`: records a filled database of the present schema in test/data/upgrade, named by
 * its last migration, with the answers of the present API. A release records its schema, so that every later version is tested to read it.
 */

import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '../../../src/db/database.ts'
import { openDatabase } from '../../../src/db/open.ts'
import { importFiles } from '../../../src/import/import-files.ts'
import { createDatabase } from '../database/engines.ts'
import { migrationNames } from '../database/migrations.ts'
import { startServiceOn, type TestService } from '../service/service.ts'
import { listing, startPlatform } from '../ucp/platform.ts'
import { fillShop, recordedShop } from './fill-shop.ts'
import { RECORDED_AT, RECORDED_ENV, RECORDS, type RecordedRead, readRecorded } from './recorded-shop.ts'

const now = () => RECORDED_AT

/**
 * Returns the tables with rows of the shop, without those of the migrator, of the full-text index and of running instances. Tables that refer to
 * others are behind them.
 */
async function findTables({ kysely }: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_schema where type = 'table'
    order by exists (select 1 from pragma_foreign_key_list(sqlite_schema.name)), name`.execute(kysely)
  return rows.map(({ name }) => name).filter(name => !/^(sqlite_|schema_|product_name_grams|webhook_lease)/.test(name))
}

/** Returns the statement that inserts the rows of a table, without generated columns; none for a table without rows. */
async function insertInto({ kysely }: Database, table: string): Promise<string[]> {
  const columns = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(kysely)
  const names = columns.rows.map(({ name }) => name)
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(kysely)
  const values = rows.map(row => `  (${names.map(name => literal(row[name])).join(', ')})`)
  return rows.length > 0 ? [`insert into ${table} (${names.join(', ')}) values\n${values.join(',\n')};`] : []
}

function literal(value: unknown): string {
  if (value === null) return 'null'
  return typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`
}

async function importRecordedShop({ config }: TestService, folder: string): Promise<void> {
  const path = join(folder, 'shop.json')
  writeFileSync(path, JSON.stringify(recordedShop()))
  const database = openDatabase(config)
  await importFiles(database, [path], { now: RECORDED_AT, randomId: randomUUID, vatRate: '0' })
  await database.close()
}

const testDatabase = await createDatabase('sqlite')
const platform = await startPlatform()
const service = await startServiceOn(testDatabase, { ...RECORDED_ENV, ...listing(platform) }, now)
await importRecordedShop(service, testDatabase.env.DATA_DIR)
const reads: RecordedRead[] = []
for (const request of await fillShop(service, platform)) {
  reads.push({ ...request, ...(await readRecorded(service, platform, request)) })
}
const name = migrationNames.at(-1) ?? ''
const tables = await findTables(service.database)
const inserts = await Promise.all(tables.map(table => insertInto(service.database, table)))
// Migrations insert rows, too, such as counters.
const statements = [...tables.toReversed().map(table => `delete from ${table};`), ...inserts.flat()]
mkdirSync(RECORDS, { recursive: true })
writeFileSync(join(RECORDS, `${name}.sql`), `${statements.join('\n')}\n`)
writeFileSync(join(RECORDS, `${name}.json`), `${JSON.stringify(reads, null, 2)}\n`)
await service.stop()
await platform.stop()
for (const { title, status } of reads) console.log(`${status} ${title}`)

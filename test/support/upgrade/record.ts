/**
 * `TEST_POSTGRES_URL=… node --conditions=sepet-source test/support/upgrade/record.ts`: records a filled database of each engine in test/data/upgrade,
 * named by the last migration, with the answers of the present API. A release records its schema, so that every later version is tested to
 * take it over. `pg_dump` must be in the PATH.
 */

import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import type { Engine } from '../../../src/db/database.ts'
import { openDatabase } from '../../../src/db/open.ts'
import { importFiles } from '../../../src/import/import-files.ts'
import { createDatabase, engines } from '../database/engines.ts'
import { migrationNames } from '../database/migrations.ts'
import { startServiceOn, type TestService } from '../service/service.ts'
import { keptForADay, listing, startPlatform } from '../ucp/platform.ts'
import { QUICK } from '../webhooks/webhooks.ts'
import { fillShop, recordedShop } from './fill-shop.ts'
import { RECORDED_AT, RECORDED_ENV, RECORDS, type RecordedRead, readRecorded, recordFile } from './recorded-shop.ts'

async function importRecordedShop({ config }: TestService, folder: string): Promise<void> {
  const path = join(folder, 'shop.json')
  writeFileSync(path, JSON.stringify(recordedShop()))
  const database = openDatabase(config)
  await importFiles(database, [path], { now: RECORDED_AT, randomId: randomUUID, vatRate: '0' })
  await database.close()
}

/** Returns the database as a file of SQLite, or as the statements of `pg_dump`. */
async function dump({ config, database }: TestService, folder: string): Promise<Buffer> {
  if (config.DATABASE_URL !== undefined) {
    return execFileSync('pg_dump', ['--inserts', '--no-owner', '--no-privileges', config.DATABASE_URL])
  }
  const path = join(folder, 'copy.sqlite')
  await sql`vacuum into ${path}`.execute(database.kysely)
  return readFileSync(path)
}

async function record(engine: Engine, name: string): Promise<void> {
  const testDatabase = await createDatabase(engine)
  const platform = await startPlatform(keptForADay('2026-04-08'))
  const env = { ...RECORDED_ENV, ...QUICK, ...listing(platform) }
  const service = await startServiceOn(testDatabase, env, () => RECORDED_AT)
  await importRecordedShop(service, testDatabase.env.DATA_DIR)
  const requests = await fillShop(service, platform)
  // The lease of this process ends by the clock of the machine; that of an import was left by a process that was killed.
  await sql`delete from webhook_lease`.execute(service.database.kysely)
  await sql`insert into import_lease (id, owner, expires_at) values (1, 'killed', ${RECORDED_AT})`.execute(
    service.database.kysely,
  )
  const reads: RecordedRead[] = []
  for (const each of requests) reads.push({ ...each, ...(await readRecorded(service, platform, each)) })
  const content = await dump(service, testDatabase.env.DATA_DIR)
  await service.stop()
  await platform.stop()
  writeFileSync(recordFile(name, engine, 'database'), gzipSync(content, { level: 9 }))
  writeFileSync(recordFile(name, engine, 'answers'), gzipSync(JSON.stringify(reads), { level: 9 }))
  for (const { title, status } of reads) console.log(`${engine} ${status} ${title}`)
}

mkdirSync(RECORDS, { recursive: true })
for (const engine of engines) await record(engine, migrationNames.at(-1) ?? '')

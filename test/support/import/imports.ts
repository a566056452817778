/** A separate shop for each import test, on the engines of the tier, and the files to import. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe } from 'node:test'
import { sql } from 'kysely'
import type { Database, Engine } from '../../../src/db/database.ts'
import { migrate } from '../../../src/db/migrate.ts'
import { openDatabase } from '../../../src/db/open.ts'
import type { Tables } from '../../../src/db/tables.ts'
import { type ImportReport, importFiles } from '../../../src/import/import-files.ts'
import { describeFinding, ImportProblems } from '../../../src/shop-file/findings.ts'
import { createDatabase, engines, withoutPostgres } from '../database/engines.ts'

/** A shop file as an object, or any file as `[name, content]`. */
export type TestFile = object | [name: string, content: string | Uint8Array]

/** An empty shop with the current schema. */
export interface TestShop {
  database: Database
  /** The configuration for further connections to the database. */
  config: Parameters<typeof openDatabase>[0]
  /** Writes files. @returns their paths */
  write: (...files: TestFile[]) => string[]
  import: (...files: TestFile[]) => Promise<ImportReport>
  /** Imports files that must be refused. @returns the problems, without the folder of the files */
  refusal: (...files: TestFile[]) => Promise<string[]>
  rows: <T extends keyof Tables>(table: T) => Promise<Record<string, unknown>[]>
  revision: () => Promise<number>
  drop: () => Promise<void>
}

/** Defines tests on the engines of the tier, each with an empty shop. */
export function onEachEngine(title: string, defineTests: (shop: TestShop, engine: Engine) => void): void {
  for (const engine of engines) {
    describe(`${title} on ${engine}`, () => {
      const shop = {} as TestShop
      beforeEach(async () => {
        Object.assign(shop, await openShop(engine))
      })
      afterEach(() => shop.drop())
      defineTests(shop, engine)
    })
  }
}

/** The reason to skip tests on an engine; false when they run. */
export function skipReason(engine: Engine): string | false {
  return engine === 'postgres' && withoutPostgres
}

/** The time that imports use as the current one. */
export const NOW = Date.UTC(2026, 0, 31, 12)

/** Creates an empty shop. */
export async function openShop(engine: Engine): Promise<TestShop> {
  const { env, drop } = await createDatabase(engine, { content: 'schema' })
  const folder = mkdtempSync(join(tmpdir(), 'sepet-import-'))
  const config = { DATA_DIR: env.DATA_DIR, DATABASE_URL: env.DATABASE_URL }
  const database = openDatabase(config)
  await migrate(database)
  const write = (...files: TestFile[]) => files.map(file => writeFile(folder, file))
  let number = 0
  const load = (...files: TestFile[]) =>
    importFiles(database, write(...files), {
      now: NOW,
      randomId: () => `random${++number}`,
      vatRate: '20',
      maxCartLines: 3,
    })
  return {
    database,
    config,
    write,
    import: load,
    refusal: (...files) => load(...files).then(() => [], refusalOf(folder)),
    rows: async table =>
      (await sql<Record<string, unknown>>`select * from ${sql.table(table)} order by 1, 2`.execute(database.kysely))
        .rows,
    revision: async () =>
      (await database.kysely.selectFrom('shop').select('revision').executeTakeFirstOrThrow()).revision,
    drop: async () => {
      await database.close()
      await drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function writeFile(folder: string, file: TestFile): string {
  const [name, content] = Array.isArray(file) ? file : ['shop.json', JSON.stringify(file)]
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

function refusalOf(folder: string): (error: unknown) => string[] {
  return error => {
    if (!(error instanceof ImportProblems)) throw error
    return error.problems.map(problem => describeFinding(problem).replaceAll(`${folder}/`, ''))
  }
}

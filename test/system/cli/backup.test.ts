/**
 * `sepet backup` and `sepet restore` on both engines: copies, restored files, and the conditions under which both
 * commands refuse.
 */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PassThrough } from 'node:stream'
import { after, before, beforeEach, describe, it } from 'node:test'
import { backUp } from '../../../src/cli/backup.ts'
import { restore } from '../../../src/cli/restore.ts'
import { readConfig } from '../../../src/config/config.ts'
import { migrate } from '../../../src/db/migrate.ts'
import { openSqlite } from '../../../src/db/sqlite/sqlite.ts'
import { importFiles } from '../../../src/import/import-files.ts'
import { runSepet, serveProcess } from '../../support/service/process.ts'

describe('the embedded database', () => {
  let folder: string
  let env: { DATA_DIR: string; LOG_LEVEL: string }
  let database: string
  let backup: string
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sepet-backup-'))
    backup = join(folder, 'backup.sqlite')
    useNewFolder()
    await fill('before')
    assert.match(await run(backUp, backup), /^Backed up .* MB, checked\.\n$/)
  })
  after(() => rmSync(folder, { recursive: true }))
  beforeEach(useNewFolder)

  /** Sets an empty data folder, which has no database yet. */
  function useNewFolder(): void {
    env = { DATA_DIR: mkdtempSync(join(folder, 'data-')), LOG_LEVEL: 'silent' }
    database = join(env.DATA_DIR, 'sepet.sqlite')
  }

  /** Runs the command in this process, because starting one process per call is slow. */
  async function run(command: typeof backUp, file: string, more: NodeJS.ProcessEnv = {}): Promise<string> {
    const output = new PassThrough()
    await command(readConfig({ ...env, ...more }), file, output)
    return String(output.read())
  }
  const restored: typeof backUp = (config, file, output) => restore(config, file, Date.now(), output)

  /** Imports one product of this name into the current database. */
  async function fill(name: string): Promise<void> {
    const file = join(env.DATA_DIR, 'shop.json')
    writeFileSync(file, JSON.stringify({ products: [{ id: 1, name, price: '1' }] }))
    const opened = openSqlite(database)
    await migrate(opened)
    await importFiles(opened, [file], { now: Date.now(), randomId: randomUUID, vatRate: '0' })
    await opened.close()
  }

  /** @returns the name of the only product in the present database */
  function product(): unknown {
    const opened = new DatabaseSync(database)
    const row = opened.prepare('select name from products').get()
    opened.close()
    return row?.name
  }

  function assertRefuses(command: typeof backUp, file: string, message: RegExp): Promise<void> {
    return assert.rejects(run(command, file), message)
  }

  /** @returns the path of a copy of the backup, after `change` */
  function changed(change: (database: DatabaseSync) => void): string {
    const file = join(env.DATA_DIR, 'changed.sqlite')
    copyFileSync(backup, file)
    const copy = new DatabaseSync(file)
    change(copy)
    copy.close()
    return file
  }

  it('is not backed up when the target file exists, its folder does not exist, or the database does not exist', async () => {
    const bytes = readFileSync(backup)
    await assertRefuses(backUp, backup, /there is no embedded database at/i)
    await fill('x')
    await assertRefuses(backUp, backup, /already exists and is not overwritten/)
    assert.deepEqual(readFileSync(backup), bytes)
    await assertRefuses(
      backUp,
      join(folder, 'none', 'x'),
      /no file can be created in .*none: there is no such file or folder/i,
    )
    assert.equal(
      readdirSync(folder).some(name => name.endsWith('.partial')),
      false,
    )
  })

  it('is replaced only by a complete database of Sepet', async () => {
    await fill('present')
    await assertRefuses(restored, join(folder, 'none'), /there is no file/i)
    await assertRefuses(restored, join(env.DATA_DIR, 'shop.json'), /file is not a database/)
    await assertRefuses(
      restored,
      changed(each => each.exec('drop table schema_migrations')),
      /not a database of Sepet/,
    )
    await assertRefuses(
      restored,
      changed(each => each.exec('pragma foreign_keys = off; drop table cart_lines; drop table carts')),
      /not a database of Sepet/,
    )
    const dangling =
      "pragma foreign_keys = off; insert into cart_lines values ('guest:x', 1, 0, 'x', 1, 1, null, null, 0)"
    await assertRefuses(
      restored,
      changed(each => each.exec(dangling)),
      /a row of cart_lines belongs to nothing/,
    )
    const torn = changed(() => {})
    writeFileSync(torn, readFileSync(torn).fill(0xff, 40_000, 80_000))
    await assertRefuses(restored, torn, /cannot be copied: .*malformed/)
    assert.equal(product(), 'present')
  })

  it('is not restored from a newer schema version, and no command runs on a newer schema version', async () => {
    await fill('present')
    const later = changed(each => each.exec("insert into schema_migrations values ('9999-later', '2030-01-01')"))
    await assertRefuses(restored, later, /changed by a newer version of Sepet \(9999-later\)/)
    copyFileSync(later, database)
    for (const command of ['serve', 'products']) {
      const { status, stderr } = await runSepet([command], env)
      assert.equal(status, 1)
      assert.match(stderr, /^sepet: The database was changed by a newer version of Sepet \(9999-later\): .*\n$/)
    }
  })

  it('is not restored while a server uses it', async () => {
    await fill('present')
    const serving = await serveProcess(env)
    await assertRefuses(restored, backup, /is in use: stop the server first/)
    assert.equal(await serving.kill('SIGTERM'), 0)
    assert.equal(product(), 'present')
  })

  it('is kept as a file when a restore replaces it, including the writes of a killed server', async () => {
    await fill('present')
    const serving = await serveProcess(env)
    await fill('last words')
    await serving.kill('SIGKILL')
    assert.ok(existsSync(`${database}-wal`))
    const [, kept = ''] = /What was there before is kept as (.*)\.\n$/.exec(await run(restored, backup)) ?? []
    assert.equal(product(), 'before')
    await run(restored, kept)
    assert.equal(product(), 'last words')
  })

  it('is backed up including the writes of a killed server', async () => {
    await fill('present')
    const serving = await serveProcess(env)
    await fill('last words')
    await serving.kill('SIGKILL')
    const file = join(env.DATA_DIR, 'after.sqlite')
    await run(backUp, file)
    useNewFolder()
    await run(restored, file)
    assert.equal(product(), 'last words')
  })

  it('is not restored beside the -wal file of another database, nor when the present file cannot be read', async () => {
    writeFileSync(`${database}-wal`, 'x')
    await assertRefuses(restored, backup, /sepet\.sqlite-wal belongs to a database that is gone/)
    rmSync(`${database}-wal`)
    appendFileSync(database, 'something else')
    await assertRefuses(restored, backup, /cannot be set aside: .* Move it and its -wal and -shm away/)
    assert.equal(readFileSync(database, 'utf8'), 'something else')
  })

  it('is not backed up or restored on PostgreSQL: the error names pg_dump and pg_restore', async () => {
    const postgres = { ...env, DATABASE_URL: 'postgres://sepet:hunter2@db.example.com/sepet' }
    for (const [command, tool] of [
      ['backup', 'pg_dump'],
      ['restore', 'pg_restore'],
    ] as const) {
      const { status, stdout, stderr } = await runSepet([command, join(folder, 'new.sqlite')], postgres)
      assert.deepEqual([status, stdout], [1, ''])
      assert.match(stderr, new RegExp(`^sepet: .* use its own tools: ${tool} .*\\n$`))
      assert.doesNotMatch(stderr, /hunter2/)
    }
  })
})

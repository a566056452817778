/** Tests of the embedded database: durability, file modes and transactions. */

import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { type Database, transaction } from '../database.ts'
import { migrate } from '../migrate.ts'
import { prepared } from '../prepared-statements.ts'
import { openSqlite } from './sqlite.ts'

describe('the embedded database', () => {
  let folder: string
  let database: Database
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sepet-sqlite-'))
    database = openSqlite(join(folder, 'data', 'sepet.sqlite'))
    await migrate(database)
  })
  after(async () => {
    await database.close()
    rmSync(folder, { recursive: true })
  })
  const pragma = async (name: string) =>
    Object.values((await sql.raw(`pragma ${name}`).execute(database.kysely)).rows[0] ?? {})[0]

  it('syncs every commit to the disk before it is acknowledged', async () => {
    assert.deepEqual([await pragma('journal_mode'), await pragma('synchronous')], ['wal', 2])
  })

  // Proves: readable-database
  it('creates files that only its user can read', () => {
    const files = readdirSync(join(folder, 'data'))
    assert.ok(files.includes('sepet.sqlite-wal'))
    for (const file of files) assert.equal(statSync(join(folder, 'data', file)).mode & 0o077, 0, file)
  })

  it('hides uncommitted writes from reads, and rolls back a transaction that fails', async () => {
    const revision = async () =>
      (await database.kysely.selectFrom('shop').select('revision').executeTakeFirstOrThrow()).revision
    const failing = transaction(database, async ({ kysely }) => {
      await kysely.updateTable('shop').set({ revision: 99 }).execute()
      await new Promise(resolve => setImmediate(resolve))
      throw new Error('no')
    })
    const seen = new Promise<number>(resolve => setImmediate(() => resolve(revision())))
    await assert.rejects(failing, /no/)
    assert.deepEqual([await seen, await revision()], [0, 0])
  })

  it('closes without an error directly after a rollback', async () => {
    const other = openSqlite(join(folder, 'data', 'sepet.sqlite'))
    const failing = transaction(other, () => Promise.reject(new Error('no')))
    await assert.rejects(failing, /no/)
    await other.close()
    // A commit after the close would be an unhandled rejection here.
    await new Promise(resolve => setImmediate(resolve))
  })

  it('binds a parameter of a hot statement once, wherever the statement uses it', async () => {
    const select = prepared<{ a: string; b: number | null }, object>(
      parameter =>
        sql`select ${parameter('b')} as b, ${parameter('a')} as a, ${'a'} as text, ${parameter('b')} as again`,
    )
    assert.deepEqual(
      { ...(await select(database, { a: 'x', b: null }))[0] },
      { b: null, a: 'x', text: 'a', again: null },
    )
    assert.deepEqual({ ...(await select(database, { a: 'y', b: 2 }))[0] }, { b: 2, a: 'y', text: 'a', again: 2 })
    const unclear = prepared<{ a: string }, object>(parameter => sql`select ${parameter('a')} || '?' as a`)
    await assert.rejects(unclear(database, { a: 'x' }), /not clear/)
  })

  it('runs transactions of two connections one after another', async () => {
    const other = openSqlite(join(folder, 'data', 'sepet.sqlite'))
    const increment = (each: Database) =>
      transaction(each, async ({ kysely }) => {
        const { revision } = await kysely.selectFrom('shop').select('revision').executeTakeFirstOrThrow()
        await kysely
          .updateTable('shop')
          .set({ revision: revision + 1 })
          .execute()
      })
    await Promise.all(Array.from({ length: 40 }, (_, n) => increment(n % 2 ? database : other)))
    assert.equal((await database.kysely.selectFrom('shop').select('revision').executeTakeFirstOrThrow()).revision, 40)
    await other.close()
  })
})

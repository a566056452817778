/** Tests of group commit in the embedded database. */

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { type Database, type Queries, transaction } from '../database.ts'
import { prepared } from '../prepared-statements.ts'
import { openSqlite } from './sqlite.ts'

const insertNote = prepared<{ text: string }, { text: string }>(
  parameter => sql`insert into notes (text) values (${parameter('text')}) returning text`,
)
const selectNotes = prepared<object, { text: string }>(() => sql`select text from notes order by text`)

describe('concurrent writes to the embedded database', () => {
  let folder: string
  let database: Database
  let other: DatabaseSync
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sepet-sqlite-'))
    database = openSqlite(join(folder, 'sepet.sqlite'))
    await sql`create table notes (text text not null unique)`.execute(database.kysely)
    other = new DatabaseSync(join(folder, 'sepet.sqlite'))
  })
  beforeEach(() => other.exec('delete from notes'))
  after(async () => {
    other.close()
    await database.close()
    rmSync(folder, { recursive: true })
  })

  const seenByOthers = () =>
    other
      .prepare('select text from notes order by text')
      .all()
      .map(({ text }) => text)
  const seen = async (queries: Queries = database) => (await selectNotes(queries, {})).map(({ text }) => text)
  const inTransaction = (text: string, work: () => Promise<unknown> = async () => {}) =>
    transaction(database, async queries => {
      await insertNote(queries, { text })
      await work()
    })

  it('are visible to every process when they are acknowledged', async () => {
    await Promise.all(
      ['a', 'b', 'c'].map(async text => {
        await (text === 'b' ? inTransaction(text) : insertNote(database, { text }))
        assert.ok(seenByOthers().includes(text))
      }),
    )
    assert.deepEqual(await seen(), ['a', 'b', 'c'])
  })

  it('are not visible on any connection before they are acknowledged', async () => {
    const looks: unknown[] = []
    const look = async () => looks.push(seenByOthers(), await seen())
    const first = insertNote(database, { text: 'a' })
    await inTransaction('b', look)
    await first
    assert.deepEqual(looks, [[], []])
  })

  it('are committed although another write of the same group fails', async () => {
    const outcomes = await Promise.allSettled([
      insertNote(database, { text: 'a' }),
      insertNote(database, { text: 'a' }),
      inTransaction('b', () => Promise.reject(new Error('no'))),
      inTransaction('c'),
    ])
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
    )
    assert.deepEqual(seenByOthers(), ['a', 'c'])
  })

  it('read the rows of earlier writes, committed or not', async () => {
    const looks: string[][] = []
    const look = (text: string) =>
      transaction(database, async queries => {
        looks.push(await seen(queries))
        await insertNote(queries, { text })
      })
    await Promise.all(['a', 'b', 'c'].map(look))
    assert.deepEqual(looks, [[], ['a'], ['a', 'b']])
  })

  it('leave no rows when they fail because the disk is full', async () => {
    const pages = () => sql<{ page_count: number }>`pragma page_count`.execute(database.kysely)
    const { page_count } = (await pages()).rows[0] ?? assert.fail()
    await sql`pragma max_page_count = ${sql.lit(page_count)}`.execute(database.kysely)
    const texts = Array.from({ length: 20 }, (_, n) => `${n}${'x'.repeat(2_000)}`)
    const outcomes = await Promise.allSettled(texts.map(text => insertNote(database, { text })))
    const kept = texts.filter((_, n) => outcomes[n]?.status === 'fulfilled')
    assert.ok(kept.length < texts.length)
    assert.deepEqual(seenByOthers(), kept.sort())
    await sql`pragma max_page_count = 1000000`.execute(database.kysely)
    await insertNote(database, { text: 'room' })
    assert.ok(seenByOthers().includes('room'))
  })

  it('wait for the lock of another process while reads continue', async () => {
    other.exec("begin immediate; insert into notes values ('theirs')")
    const writes = Promise.all(['a', 'b'].map(text => insertNote(database, { text })))
    assert.deepEqual(await seen(), [])
    other.exec('commit')
    await writes
    assert.deepEqual(await seen(), ['a', 'b', 'theirs'])
  })
})

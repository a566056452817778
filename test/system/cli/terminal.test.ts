/** The command line on a terminal and in a pipe: colours, progress bar, and files after Ctrl-C. */

import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase, type TestDatabase, withoutPostgres } from '../../support/database/engines.ts'
import { whileLocked } from '../../support/database/locks.ts'
import { COMMAND, runSepet, spawnSepet } from '../../support/service/process.ts'
import { openTerminal, withoutTerminal } from '../../support/service/terminal.ts'

/** Namespaces need Linux and the permission to create them. */
const withoutNamespaces =
  spawnSync('unshare', ['--pid', '--fork', 'true']).status !== 0 && 'unshare(1) makes no namespaces here'

const ESCAPE = '\u001b'
const CTRL_C = '\u0003'
const CLEARED = '\r\u001b[K'
/** Exit status that a shell reports for a process that SIGINT has ended. */
const INTERRUPTED = 130

/** @returns the path of a shop file with this number of products */
function writeShop(folder: string, products: number): string {
  const path = join(folder, 'shop.json')
  const list = Array.from({ length: products }, (_, n) => ({ id: n + 1, name: `Ürün ${n + 1}`, price: '10' }))
  writeFileSync(path, JSON.stringify({ products: list }))
  return path
}

describe('a terminal', { skip: withoutTerminal }, () => {
  let database: TestDatabase
  before(async () => {
    database = await createDatabase('sqlite')
  })
  after(() => database.drop())
  /** Runs a shell line on a terminal. @returns its screen and exit status */
  const look = async (line: string, env: NodeJS.ProcessEnv = {}) =>
    openTerminal(line, { ...database.env, ...env }).ended

  it('shows help and error messages in colours, unless NO_COLOR is set', async () => {
    for (const line of ['sepet --help', 'sepet nonsense']) {
      assert.ok((await look(line)).screen.includes(`${ESCAPE}[`), line)
      assert.ok(!(await look(line, { NO_COLOR: '1' })).screen.includes(ESCAPE), line)
    }
  })

  it('shows colours for each stream that is not redirected into a file', async () => {
    const file = join(database.env.DATA_DIR, 'output')
    const shop = writeShop(database.env.DATA_DIR, 3)
    const { screen } = await look(`sepet import ${shop} > ${file}`)
    assert.ok(screen.includes('100 %') && screen.endsWith(CLEARED))
    assert.equal(readFileSync(file, 'utf8'), `${shop} (shop file)\n  products: 3 created\n`)
    const shown = await look(`sepet import ${shop} 2> ${file}`)
    assert.ok(shown.screen.includes(`${ESCAPE}[1m`))
    assert.equal(readFileSync(file, 'utf8'), '')
  })

  it('shows no progress bar when TERM is dumb', async () => {
    const { screen } = await look(`sepet import ${writeShop(database.env.DATA_DIR, 3)}`, { TERM: 'dumb' })
    assert.ok(!screen.includes('%') && !screen.includes(ESCAPE))
    assert.ok(screen.includes('products: 3 unchanged'))
  })

  it('shows no progress bar after Ctrl-C in an import, which imports nothing', async () => {
    const other = await createDatabase('sqlite')
    const shop = writeShop(other.env.DATA_DIR, 150_000)
    const { screen, type, ended } = openTerminal(`sepet import ${shop}`, other.env)
    while (!screen().includes('%')) await sleep(5)
    type(CTRL_C)
    const { status, screen: last } = await ended
    assert.equal(status, INTERRUPTED)
    assert.ok(last.endsWith(`${CLEARED}Interrupted: nothing was imported.\r\n`), JSON.stringify(last.slice(-300)))
    assert.equal((await runSepet(['products'], other.env)).stdout, '')
    await other.drop()
  })
})

describe('a pipe', () => {
  it('gets colours only when FORCE_COLOR is set', async () => {
    assert.ok(!(await runSepet(['--help'], {})).stdout.includes(ESCAPE))
    assert.ok((await runSepet(['--help'], { FORCE_COLOR: '1' })).stdout.includes(ESCAPE))
    assert.ok(!(await runSepet(['nonsense'], {})).stderr.includes(ESCAPE))
    assert.ok((await runSepet(['nonsense'], { FORCE_COLOR: '1' })).stderr.includes(ESCAPE))
  })
})

describe('Ctrl-C', () => {
  /** Interrupts a command as soon as `isTime` returns true. @returns the signal that ended it, and its output */
  async function interrupt(child: ChildProcess, isTime: () => boolean): Promise<[string | null, string]> {
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', text => (output += text))
    const ended = new Promise<string | null>(resolve => child.on('close', (_status, signal) => resolve(signal)))
    while (!isTime() && child.exitCode === null) await sleep(5)
    child.kill('SIGINT')
    return [await ended, output]
  }

  /** @returns a database that another process has locked, so that a copy of it begins and cannot continue */
  async function heldDatabase(): Promise<{ database: TestDatabase; path: string; release: () => void }> {
    const database = await createDatabase('sqlite')
    await runSepet(['migrate'], database.env)
    const path = join(database.env.DATA_DIR, 'sepet.sqlite')
    const holder = new DatabaseSync(path)
    holder.exec('pragma journal_mode = delete; begin exclusive')
    return { database, path, release: () => holder.close() }
  }

  it('deletes the unfinished file of a backup', async () => {
    const { database, release } = await heldDatabase()
    const folder = database.env.DATA_DIR
    const partials = () => readdirSync(folder).filter(name => name.includes('.partial'))
    const child = spawnSepet(['backup', join(folder, 'copy.sqlite')], database.env)
    assert.deepEqual(await interrupt(child, () => partials().length > 0), ['SIGINT', ''])
    assert.deepEqual([partials(), existsSync(join(folder, 'copy.sqlite'))], [[], false])
    release()
    await database.drop()
  })

  it('ends a command that is the first process of a container', { skip: withoutNamespaces }, async () => {
    const { database, release } = await heldDatabase()
    const partials = () => readdirSync(database.env.DATA_DIR).filter(name => name.includes('.partial'))
    const command = [process.execPath, COMMAND, 'backup', join(database.env.DATA_DIR, 'copy.sqlite')]
    const outside = spawn('unshare', ['--pid', '--fork', '--kill-child', ...command], { env: database.env })
    const ended = new Promise(resolve => outside.on('close', resolve))
    while (partials().length === 0 && outside.exitCode === null) await sleep(5)
    const inside = readFileSync(`/proc/${outside.pid}/task/${outside.pid}/children`, 'utf8')
    assert.match(inside, /^[1-9]\d* *$/)
    process.kill(Number(inside), 'SIGINT')
    assert.equal(await ended, INTERRUPTED)
    assert.deepEqual(partials(), [])
    release()
    await database.drop()
  })

  it('keeps the present database when a restore has begun', async () => {
    const { database: held, path: backup, release } = await heldDatabase()
    const database = await createDatabase('sqlite')
    await runSepet(['migrate'], database.env)
    const files = () => readdirSync(database.env.DATA_DIR)
    const before = readFileSync(join(database.env.DATA_DIR, 'sepet.sqlite'))
    const child = spawnSepet(['restore', backup], database.env)
    const hasBegun = () => files().some(name => name.includes('.partial'))
    assert.deepEqual(await interrupt(child, hasBegun), ['SIGINT', ''])
    assert.ok(files().every(name => !/partial|before-restore/.test(name)))
    assert.deepEqual(readFileSync(join(database.env.DATA_DIR, 'sepet.sqlite')), before)
    release()
    for (const each of [held, database]) await each.drop()
  })

  it('deletes the unfinished file of an export', { skip: withoutPostgres }, async () => {
    const database = await createDatabase('postgres')
    await runSepet(['migrate'], database.env)
    const file = join(database.env.DATA_DIR, 'customers.csv')
    await whileLocked(database.env.DATABASE_URL ?? '', 'customers', async () => {
      const child = spawnSepet(['export', 'customers', '--output', file], database.env)
      assert.deepEqual(await interrupt(child, () => existsSync(file)), ['SIGINT', ''])
      assert.equal(existsSync(file), false)
    })
    await database.drop()
  })
})

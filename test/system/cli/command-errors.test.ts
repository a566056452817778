/** Error messages of the command line: each is one line that names the problem and the next step. */

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { createDatabase, type TestDatabase, withoutPostgres } from '../../support/database/engines.ts'
import { COMMAND, runSepet } from '../../support/service/process.ts'

const sampleShop = join(import.meta.dirname, '../../../sample/shop.json')

/** @returns standard error; standard output must be empty */
async function refused(args: string[], env: NodeJS.ProcessEnv, expected = 1): Promise<string> {
  const { status, stdout, stderr } = await runSepet(args, env)
  assert.deepEqual([status, stdout], [expected, ''], stderr)
  assert.match(stderr, /^sepet: .*[.!?]\n/)
  assert.doesNotMatch(stderr, /\n\s+at /)
  return stderr
}

describe('wrong usage', () => {
  const wrong: [args: string[], complaint: RegExp][] = [
    [['serv'], /^sepet: unknown command 'serv'\. Did you mean serve\?\nsepet --help for details\.\n$/],
    [
      ['export', 'customer'],
      /^sepet: unknown command 'customer'\. Did you mean customers\?\nsepet export --help for details\.\n$/,
    ],
    [
      ['serve', '--prot', '1'],
      /^sepet: unknown option '--prot'\. Did you mean --port\?\nsepet serve --help for details\.\n$/,
    ],
    [['serve', '--port', 'http'], /'--port <number>' argument 'http' is invalid\. It must be a port from 0 to 65535\./],
    [['serve', '--workers', '0'], /It must be a whole number from 1 to 999\./],
    [['import'], /^sepet: missing required argument 'file'\.\nsepet import --help for details\.\n$/],
    [['import', 'x.csv', '--vat-rate', 'high'], /It must be a percentage such as 20\./],
    [['token', 'king'], /Allowed choices are member, guest, app, admin\./],
    [
      ['token', 'admin', '--scope', 'customers:read customer:delete storefront'],
      /^sepet: --scope names customer:delete and storefront, which no endpoint requires\. Scopes are storefront:account, .*\.\nsepet token --help/,
    ],
    [['campaigns', 'explain'], /required option '--as <shopper>' not specified\./],
    [['backup', 'a', 'b'], /^sepet: too many arguments for 'backup'\. Expected 1 argument but got 2.*\.\n/],
  ]
  for (const [args, complaint] of wrong) {
    it(`exits 2 with an error message: ${args.join(' ')}`, async () =>
      assert.match(await refused(args, {}, 2), complaint))
  }
})

describe('a full disk', { skip: !existsSync('/dev/full') && 'only Linux has /dev/full' }, () => {
  it('ends a command with exit status 1 and one line of error message', () => {
    const full = openSync('/dev/full', 'w')
    const folder = mkdtempSync(join(tmpdir(), 'sepet-full-'))
    for (const command of [['token', 'guest'], ['products']]) {
      const env = { PATH: process.env.PATH, DATA_DIR: folder }
      spawnSync(process.execPath, [COMMAND, 'import', sampleShop], { env })
      const { status, stderr } = spawnSync(process.execPath, [COMMAND, ...command], {
        env,
        stdio: ['ignore', full, 'pipe'],
        encoding: 'utf8',
      })
      assert.deepEqual([status, stderr], [1, 'sepet: What was printed is lost: the disk is full.\n'])
    }
    closeSync(full)
    rmSync(folder, { recursive: true })
  })
})

describe('an error message', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'sepet-errors-'))
  })
  after(() => rmSync(folder, { recursive: true }))
  const at = (...names: string[]) => join(folder, ...names)
  const token = ['token', 'guest']

  it('names the host when the server cannot listen on it', async () => {
    const env = { DATA_DIR: at('listen'), LOG_LEVEL: 'silent' }
    await runSepet(['import', sampleShop], env)
    assert.match(
      await refused(['serve', '--host', '192.0.2.1'], env),
      /has no address 192\.0\.2\.1: .* --host or HOST; 0\.0\.0\.0/,
    )
    assert.match(
      await refused(['serve', '--host', 'nowhere.invalid'], env),
      /nowhere\.invalid cannot be resolved \(E\w+\): .*HOST/,
    )
  })

  it('names DATA_DIR when it is not a folder, or cannot be created', async () => {
    writeFileSync(at('file'), '')
    for (const DATA_DIR of [at('file'), at('file', 'below')]) {
      for (const args of [['products'], token]) {
        assert.match(await refused(args, { DATA_DIR }), /DATA_DIR has to be a folder that this user may write to\.\n$/)
      }
    }
  })

  it('names the file when it is not a database', async () => {
    mkdirSync(at('broken'))
    writeFileSync(at('broken', 'sepet.sqlite'), 'x'.repeat(5_000))
    const complaint = await refused(['products'], { DATA_DIR: at('broken') })
    assert.match(
      complaint,
      /broken\/sepet\.sqlite cannot be opened: file is not a database\. .*`sepet restore` puts a backup/,
    )
  })

  it('names the database when another process has locked it', async () => {
    const env = { DATA_DIR: at('locked') }
    await runSepet(['migrate'], env)
    const other = new DatabaseSync(at('locked', 'sepet.sqlite'))
    other.exec('pragma journal_mode = delete; begin exclusive')
    assert.match(
      await refused(['products'], env),
      /locked.*Another process is writing, .*: try again when it is done\.\n$/,
    )
    other.close()
  })

  it('names the file when it does not exist', async () => {
    const env = { DATA_DIR: at('files') }
    const none = at('none.json')
    const { stderr } = await runSepet(['import', none], env)
    assert.equal(stderr, `${none}: cannot be read: there is no such file\nNothing was imported: 1 problem.\n`)
    assert.match(
      await refused(['restore', none], env),
      /There is no file .*: name what `sepet backup` has written\.\n$/,
    )
    assert.match(
      await refused(['backup', none], { DATA_DIR: at('empty') }),
      /no embedded database at .* Is DATA_DIR right\?\n$/,
    )
    const below = at('none', 'customers.csv')
    const complaint = await refused(['export', 'customers', '--output', below], env)
    assert.equal(complaint, `sepet: ${below} cannot be created: there is no such file or folder.\n`)
  })

  it('names the expected format when an id is not valid', async () => {
    const env = { DATA_DIR: at('ids') }
    assert.equal(
      await refused(['token', 'member', '--id', 'x'], env),
      'sepet: With member, --id must be the id of a customer, such as 42.\n',
    )
    assert.match(
      await refused(['campaigns', 'explain', '--as', 'me'], env),
      /--as takes member:<customer id>, guest:<uuid> or guest\./,
    )
  })
})

describe('a PostgreSQL that cannot be used', { skip: withoutPostgres }, () => {
  let database: TestDatabase
  before(async () => {
    database = await createDatabase('postgres')
  })
  after(() => database.drop())
  /** @returns the error message of `sepet migrate` with a changed DATABASE_URL */
  const complain = (change: (url: URL) => void) => {
    const url = new URL(database.env.DATABASE_URL ?? '')
    change(url)
    return refused(['migrate'], { ...database.env, DATABASE_URL: url.href })
  }

  it('makes the error message name the wrong part of DATABASE_URL: host, port, database or user', async () => {
    assert.match(
      await complain(url => (url.port = '9')),
      /ECONNREFUSED.* Does PostgreSQL run there, and are host and port in DATABASE_URL right\?\n$/,
    )
    assert.match(await complain(url => (url.hostname = 'nowhere.invalid')), /Is the host in DATABASE_URL right\?\n$/)
    assert.match(
      await complain(url => (url.pathname = '/none')),
      /"none" does not exist\. Create the database with createdb, or/,
    )
    assert.match(await complain(url => (url.username = 'nobody')), /Are user and password in DATABASE_URL right/)
  })

  it('makes the error message name the missing right to create tables', async t => {
    const name = `sepet_${randomBytes(4).toString('hex')}`
    const password = randomBytes(8).toString('hex')
    const client = new pg.Client({ connectionString: database.env.DATABASE_URL })
    await client.connect()
    t.after(async () => {
      await client.query(`drop role ${name}`)
      await client.end()
    })
    await client.query(`create role ${name} login password '${password}'`)
    await client.query('revoke create on schema public from public')
    const complaint = await complain(url => Object.assign(url, { username: name, password }))
    assert.match(
      complaint,
      /Permission denied for schema public\. The user in DATABASE_URL has to own the database, or/,
    )
    assert.ok(!complaint.includes(password))
  })
})

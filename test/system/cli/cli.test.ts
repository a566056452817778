/** The commands of `sepet`: standard output, standard error and exit status. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { decodeJwt } from 'jose'
import pg from 'pg'
import { createDatabase, engines, type TestDatabase } from '../../support/database/engines.ts'
import { functionNames, migrationNames } from '../../support/database/migrations.ts'
import { query } from '../../support/database/query.ts'
import { type Finished, runSepet, serveProcess } from '../../support/service/process.ts'

for (const engine of engines) {
  describe(`sepet on ${engine}`, () => {
    let database: TestDatabase
    before(async () => {
      database = await createDatabase(engine)
    })
    after(() => database.drop())
    const sepet = (...args: string[]) => runSepet(args, database.env)

    it('migrates once when two migrations start at the same time', async () => {
      const both = await Promise.all([sepet('migrate'), sepet('migrate')])
      assert.deepEqual(
        both.map(({ status, stderr }) => ({ status, stderr })),
        Array(2).fill({ status: 0, stderr: '' }),
      )
      const done = both
        .flatMap(({ stdout }) => stdout.trimEnd().split('\n'))
        .filter(line => !line.includes('up to date'))
      assert.deepEqual(done.sort(), [
        ...(engine === 'postgres' ? [`Created the functions: ${functionNames.join(', ')}.`] : []),
        `Migrated: ${migrationNames.join(', ')}.`,
      ])
      assert.equal((await sepet('migrate')).stdout, 'The schema is up to date.\n')
    })

    it('serves, prints its address and a request to try, answers the health endpoints, and exits 0 on SIGTERM', async () => {
      const serving = await serveProcess({
        ...database.env,
        LOG_LEVEL: 'silent',
        PUBLIC_URL: 'https://shop.example.com',
      })
      assert.equal((await fetch(`${serving.url}/health/ready`)).status, 200)
      const where = engine === 'sqlite' ? 'the embedded database in' : 'PostgreSQL'
      assert.match(
        serving.output(),
        new RegExp(`^Sepet listens on https://shop.example.com \\(${serving.url}\\), on ${where}`, 'm'),
      )
      assert.match(serving.output(), /curl https:\/\/shop\.example\.com\/api\/v3\/storefront\/2026-01\/cart/)
      assert.ok(!serving.output().includes('Try it in a browser'))
      assert.deepEqual(await (await fetch(`${serving.url}/health/live`)).json(), { status: 'ok' })
      assert.equal(await serving.kill('SIGTERM'), 0)
    })
  })
}

describe('sepet', () => {
  let database: TestDatabase
  before(async () => {
    database = await createDatabase('sqlite')
  })
  after(() => database.drop())
  const sepet = (args: string[], env: NodeJS.ProcessEnv = {}) => runSepet(args, { ...database.env, ...env })

  /** Asserts the exit status and an error message without a stack trace. */
  function assertFails({ status, stdout, stderr }: Finished, expected: number, message: RegExp): void {
    assert.deepEqual([status, stdout], [expected, ''])
    assert.match(stderr, message)
    assert.doesNotMatch(stderr, /\n\s+at /)
  }

  it('token prints only the token', async () => {
    const { status, stdout, stderr } = await sepet(['token', 'member', '--id', '42', '--ttl-seconds', '60'])
    assert.deepEqual([status, stderr], [0, ''])
    assert.match(stdout, /^[\w-]+\.[\w-]+\.[\w-]+\n$/)
    const { sub, scope, iat = 0, exp = 0 } = decodeJwt(stdout.trim())
    assert.deepEqual([sub, scope, exp - iat], ['member:42', 'storefront:account', 60])
  })

  it('token sets subject and scope for each kind of token', async () => {
    const claims = async (kind: string) => decodeJwt((await sepet(['token', kind])).stdout.trim())
    const { sub, scope } = await claims('guest')
    assert.match(sub ?? '', /^guest:[0-9a-f-]{36}$/)
    assert.equal(scope, 'storefront:cart')
    assert.match((await claims('app')).sub ?? '', /^app:/)
    assert.equal((await claims('admin')).scope, 'customers:read customers:write customers:delete')
  })

  it('exits 2 with an error message on wrong usage', async () => {
    assertFails(await sepet(['tokens']), 2, /unknown command 'tokens'/)
    assertFails(
      await sepet(['token', 'king']),
      2,
      /^sepet: 'king' is no <kind>\. Allowed choices are member, guest, app, admin/,
    )
    assertFails(await sepet(['token', 'guest', '--ttl-seconds', 'x']), 2, /whole number above 0/)
    assertFails(await sepet(['serve', '--nope']), 2, /unknown option '--nope'/)
    assertFails(await sepet(['serve', '--port', '99999']), 2, /port from 0 to 65535/)
  })

  it('exits 1 with one line of error message when the command fails', async () => {
    assertFails(await sepet(['token', 'guest', '--id', '5']), 1, /^sepet: .*UUID.*\n$/)
    assertFails(await sepet(['serve'], { PORT: '99999' }), 1, /^sepet: PORT must be an integer from 0 to 65535\.\n$/)
    const refusing = { DATABASE_URL: 'postgres://127.0.0.1:9/none' }
    assertFails(await sepet(['migrate'], refusing), 1, /^sepet: .*ECONNREFUSED.*\n$/)
    const jwks = { ACCESS_TOKEN_JWKS_URL: 'https://id.example.com/jwks' }
    assertFails(await sepet(['token', 'guest'], jwks), 1, /only it can sign them/)
    const claim = { ACCESS_TOKEN_MEMBER_CLAIM: 'sub' }
    assertFails(await sepet(['token', 'member'], claim), 1, /only tokens of administrators/)
  })

  it('serve prints the address of the playground, and exits 1 when its port is in use', async () => {
    const PUBLIC_URL = 'http://localhost:8080'
    const serving = await serveProcess({ ...database.env, LOG_LEVEL: 'silent', PUBLIC_URL })
    assert.ok(serving.output().includes(`Try it in a browser:\n\n  ${PUBLIC_URL}/\n`))
    const env = { PORT: new URL(serving.url).port, REDIS_URL: 'redis://127.0.0.1:9', LOG_LEVEL: 'silent' }
    const { status, stderr } = await sepet(['serve'], env)
    const [port, named] = [
      env.PORT,
      /^sepet: Port (\d+) on 127\.0\.0\.1 is in use: .* choose another by --port or PORT\.\n$/.exec(stderr),
    ]
    assert.deepEqual([status, named?.[1]], [1, port])
    await serving.kill('SIGTERM')
  })

  it('serve exits 0 on SIGTERM while a client sends its request slowly', async () => {
    const serving = await serveProcess({ ...database.env, LOG_LEVEL: 'silent' })
    const { port } = new URL(serving.url)
    const slow = connect(Number(port), '127.0.0.1', () => slow.write('GET /health/live HTTP/1.1\r\nHost: x\r\n'))
    slow.on('error', () => {})
    await once(slow, 'connect')
    assert.equal(await serving.kill('SIGTERM'), 0)
  })

  // Proves: logged-secret
  it('reports all problems of the environment at once, without secrets', async () => {
    const env = {
      NODE_ENV: 'production',
      PORT: 'x',
      LOG_LEVEL: 'loud',
      ACCESS_TOKEN_SECRET: 'hunter2',
      HANDOFF_SECRET: 'hunter2,,hunter2',
      METRICS_TOKEN: 'hunter2 hunter2',
      DATABASE_URL: 'mysql://sepet:hunter2@127.0.0.1/sepet',
      REDIS_URL: 'http://:hunter2@127.0.0.1',
      TRUST_PROXY: 'me',
    }
    const finished = await sepet(['serve'], env)
    assertFails(finished, 1, /PORT must/)
    for (const name of Object.keys(env).filter(each => each !== 'NODE_ENV')) {
      assert.match(finished.stderr, new RegExp(`^sepet: ${name} must`, 'm'))
    }
    assert.doesNotMatch(finished.stderr, /hunter2/)
  })

  it('--help lists the commands and exits 0', async () => {
    const { status, stdout } = await sepet(['--help'])
    assert.equal(status, 0)
    for (const command of [
      'serve',
      'import',
      'token',
      'products',
      'checkouts',
      'migrate',
      'prune',
      'backup',
      'restore',
    ])
      assert.match(stdout, new RegExp(`  ${command} `))
  })
})

describe('sepet serve', { skip: !engines.includes('postgres') && 'no PostgreSQL' }, () => {
  it('exits 1 when the PostgreSQL schema is not migrated, unless --migrate is given', async () => {
    const database = await createDatabase('postgres')
    const { status, stderr } = await runSepet(['serve', '--port', '0'], database.env)
    assert.equal(status, 1)
    const lacks = `The database lacks ${[...migrationNames, ...functionNames].join(', ')}`
    assert.equal(stderr, `sepet: ${lacks}: run \`sepet migrate\`, or \`sepet serve --migrate\`.\n`)
    const serving = await serveProcess({ ...database.env, LOG_LEVEL: 'silent' }, ['--migrate'])
    assert.equal(await serving.kill('SIGTERM'), 0)
    await database.drop()
  })

  it('exits 1 when PostgreSQL lacks a function, which `migrate` then creates', async () => {
    const database = await createDatabase('postgres', { content: 'schema' })
    await query(database.env.DATABASE_URL ?? '', 'drop function choose_4')
    const { status, stderr } = await runSepet(['serve', '--port', '0'], database.env)
    const lacks = 'sepet: The database lacks choose_4: run `sepet migrate`, or `sepet serve --migrate`.\n'
    assert.deepEqual([status, stderr], [1, lacks])
    assert.equal((await runSepet(['migrate'], database.env)).stdout, 'Created the functions: choose_4.\n')
    await database.drop()
  })

  it('exits 1 when the PostgreSQL schema is newer, while a running instance stays ready', async () => {
    const database = await createDatabase('postgres')
    const serving = await serveProcess({ ...database.env, LOG_LEVEL: 'silent' }, ['--migrate'])
    const client = new pg.Client({ connectionString: database.env.DATABASE_URL })
    await client.connect()
    await client.query("insert into schema_migrations values ('9999-later', '2030-01-01')")
    await client.end()
    for (const args of [['serve', '--port', '0'], ['migrate']]) {
      const { status, stderr } = await runSepet(args, database.env)
      assert.equal(status, 1)
      assert.match(stderr, /^sepet: The database was changed by a newer version of Sepet \(9999-later\): .*\n$/)
    }
    assert.equal((await fetch(`${serving.url}/health/ready`)).status, 200)
    assert.equal(await serving.kill('SIGTERM'), 0)
    await database.drop()
  })
})

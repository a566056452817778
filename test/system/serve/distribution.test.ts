/** `sepet migrate --distribute`: distributes the schema over a Citus cluster, where TEST_CITUS_URL names one. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { registerNodes } from '../../support/database/citus.ts'
import { createDatabase, type TestDatabase, withoutPostgres } from '../../support/database/engines.ts'
import { query } from '../../support/database/query.ts'
import { runSepet, serveProcess } from '../../support/service/process.ts'

const { TEST_CITUS_URL, TEST_POSTGRES_NODES = '' } = process.env
const withoutCitus = TEST_CITUS_URL ? false : 'no Citus cluster: TEST_CITUS_URL'

describe('migrate --distribute', () => {
  it('names the reason where the database is not that of a cluster', { skip: withoutPostgres }, async () => {
    for (const engine of ['postgres', 'sqlite'] as const) {
      const { env, drop } = await createDatabase(engine)
      const { status, stderr } = await runSepet(['migrate', '--distribute'], env)
      await drop()
      assert.equal(status, 1)
      assert.match(stderr, /Citus is not installed in this database/)
    }
  })
})

describe('a Citus cluster', { skip: withoutCitus }, () => {
  let database: TestDatabase
  let tables = 0
  const run = (...args: string[]) => runSepet(args, database.env)
  const onCoordinator = <R extends object>(statement: string) => query<R>(database.env.DATABASE_URL ?? '', statement)

  before(async () => {
    database = await createDatabase('postgres')
    const name = new URL(database.env.DATABASE_URL ?? '').pathname.slice(1)
    await registerNodes(TEST_POSTGRES_NODES.split(' '), name)
  })
  after(() => database.drop())

  it('distributes a schema that already holds data, and keeps the data, also after a run that was killed', async () => {
    assert.equal((await run('migrate')).status, 0)
    const copied = ['customer_groups', 'customers']
    for (const table of copied) await onCoordinator(`select create_reference_table('${table}')`)
    await onCoordinator(
      "insert into carts (id, created_at, used_at) select 'guest:' || n, 1, 1 from generate_series(1, 100) n",
    )
    await onCoordinator(`insert into cart_lines (cart_id, product_id, variant_id, id, position, quantity, gift_package)
      select id, 1, 0, 'line of ' || id, 1, 2, 0 from carts`)
    const { status, stdout } = await run('migrate', '--distribute')
    assert.equal(status, 0)
    assert.match(
      stdout,
      /^The schema is up to date\.\nDistributed: shop, customer_search, products, .*web_sessions\.\n$/,
    )
    tables = copied.length + stdout.split(', ').length
    const [kept] = await onCoordinator<{ lines: string }>('select sum(quantity) as lines from cart_lines')
    assert.equal(kept?.lines, '200')
    const placed = await onCoordinator(
      "select distinct nodeport from citus_shards where table_name = 'carts'::regclass",
    )
    assert.ok(placed.length > 1, 'carts are on several nodes')
  })

  it('changes nothing when it is repeated, also by two processes at once', async () => {
    const outputs = await Promise.all([run('migrate', '--distribute'), run('migrate', '--distribute')])
    for (const { status, stdout } of outputs) {
      assert.equal(status, 0)
      assert.equal(stdout, 'The schema is up to date.\nAll tables are distributed.\n')
    }
    const declared = await onCoordinator("select 1 from pg_dist_partition where partmethod = 'h' or repmodel = 't'")
    assert.equal(declared.length, tables)
  })

  it('is required before a schema that is distributed in part is used', async () => {
    const serving = await serveProcess(database.env)
    const ready = async () => (await fetch(`${serving.url}/health/ready`)).status
    assert.equal(await ready(), 200)
    await onCoordinator("select undistribute_table('idempotency_keys')")
    // A schema that was current is not compared again for 100 ms.
    while ((await ready()) !== 503) await sleep(20)
    await serving.kill('SIGTERM')

    const message = 'sepet: The schema is distributed, but not idempotency_keys: run `sepet migrate --distribute`.\n'
    for (const command of ['migrate', 'serve', 'prune']) {
      const { status, stderr } = await run(command)
      assert.deepEqual([status, stderr], [1, message])
    }
    assert.match((await run('migrate', '--distribute')).stdout, /Distributed: idempotency_keys\.\n$/)
    assert.equal((await run('prune')).status, 0)
  })
})

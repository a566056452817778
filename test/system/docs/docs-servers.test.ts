/** Settings that the docs give for PostgreSQL and nginx, checked by these servers. */

import assert from 'node:assert/strict'
import { it } from 'node:test'
import pg from 'pg'
import { createDatabase, withoutPostgres } from '../../support/database/engines.ts'
import { blockIn } from '../../support/docs/markdown.ts'
import { checkSite, withoutNginx } from '../../support/ops/nginx.ts'
import { runSepet, serveProcess } from '../../support/service/process.ts'

it('PostgreSQL accepts the settings of docs/availability.md', { skip: withoutPostgres }, async () => {
  const settings = [...blockIn('docs/availability.md', 'ini').matchAll(/^(\w+) = '?([^'\n]*)'?$/gm)]
  assert.equal(settings.length, 2)
  const client = new pg.Client({ connectionString: process.env.TEST_POSTGRES_URL })
  await client.connect()
  for (const [, name = '', value = ''] of settings) {
    const { rows } = await client.query('select enumvals from pg_settings where name = $1', [name])
    assert.equal(rows.length, 1, name)
    const [{ enumvals }] = rows as [{ enumvals: string[] | null }]
    if (enumvals) assert.ok(enumvals.includes(value), name)
  }
  await client.end()
})

it('the commands of docs/configuration.md start a server on PostgreSQL', { skip: withoutPostgres }, async () => {
  const [exporting = '', ...commands] = blockIn('docs/configuration.md', 'sh').trim().split('\n')
  assert.match(exporting, /^export DATABASE_URL=postgres:/)
  assert.deepEqual(commands, ['sepet migrate', 'sepet serve'])
  const { env, drop } = await createDatabase('postgres')
  await assert.rejects(serveProcess(env), /sepet migrate/)
  assert.equal((await runSepet(['migrate'], env)).status, 0)
  const serving = await serveProcess(env)
  assert.equal((await fetch(`${serving.url}/health/ready`)).status, 200)
  assert.equal(await serving.kill('SIGTERM'), 0)
  await drop()
})

it('nginx accepts the configuration of docs/web-shop.md, and rejects a changed one', {
  skip: withoutNginx,
}, async () => {
  const site = blockIn('docs/web-shop.md', 'nginx')
  await checkSite(site)
  await assert.rejects(checkSite(site.replace('proxy_pass', 'proxy_past')), /unknown directive "proxy_past"/)
})

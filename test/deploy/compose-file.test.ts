/** compose.yaml and deploy/make-env.sh, checked without starting a service. */

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Ajv } from 'ajv'
import { readConfig } from '../../src/config/config.ts'
import { makeEnv, readCompose } from '../support/ops/compose.ts'

const ROOT = join(import.meta.dirname, '../..')

describe('deploy/make-env.sh', () => {
  let folder: string
  let file: string
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sepet-env-'))
    file = await makeEnv(folder)
  })
  after(() => rmSync(folder, { recursive: true }))
  const secretOf = (name: string, path = file) => RegExp(`^${name}=(.+)$`, 'm').exec(readFileSync(path, 'utf8'))?.[1]

  it('writes an environment that production accepts, readable only by its owner', () => {
    const env = Object.fromEntries(
      readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    )
    assert.deepEqual([readConfig(env).production, env.PUBLIC_URL], [true, 'https://shop.example.com'])
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.match(env.POSTGRES_PASSWORD ?? '', /^[0-9a-f]{48}$/)
  })

  it('writes new secrets each time, and does not overwrite a file', async () => {
    const before = readFileSync(file, 'utf8')
    await assert.rejects(makeEnv(folder))
    assert.equal(readFileSync(file, 'utf8'), before)
    const other = mkdtempSync(join(folder, 'other-'))
    const second = await makeEnv(other)
    for (const name of ['ACCESS_TOKEN_SECRET', 'HANDOFF_SECRET', 'METRICS_TOKEN', 'POSTGRES_PASSWORD']) {
      assert.notEqual(secretOf(name), secretOf(name, second))
    }
  })
})

describe('compose.yaml', () => {
  const { services, networks } = readCompose('POSTGRES_PASSWORD=x')
  const names = Object.keys(services)
  const schema = JSON.parse(readFileSync(join(ROOT, 'node_modules/dclint/schemas/compose.schema.json'), 'utf8'))
  const isValid = new Ajv({ strict: false, validateFormats: false, validateSchema: false }).compile(schema)

  it('matches the schema of compose files', () => {
    assert.ok(isValid(readCompose('POSTGRES_PASSWORD=x')), JSON.stringify(isValid.errors))
    assert.ok(!isValid({ services: { ...services, valkey: { ...services.valkey, read_onyl: true } } }))
  })

  it('has an error message for a missing .env', () => {
    assert.throws(() => readCompose(''), /make \.env with sh deploy\/make-env\.sh/)
  })

  it('runs every service with read-only files, without capabilities and without root', () => {
    for (const [name, service] of Object.entries(services)) {
      const { read_only, cap_drop, security_opt } = service
      assert.deepEqual([read_only, cap_drop, security_opt], [true, ['ALL'], ['no-new-privileges:true']], name)
    }
    // The images of Sepet and HAProxy set a user themselves.
    const users = names.filter(name => !['sepet', 'haproxy:3.2-alpine'].includes(services[name]?.image ?? ''))
    assert.deepEqual(
      users.map(name => services[name]?.user),
      ['postgres', 'valkey'],
    )
  })

  it('publishes only the port of the proxy, by default on the loopback address', () => {
    assert.deepEqual(
      names.filter(name => services[name]?.ports),
      ['proxy'],
    )
    assert.deepEqual(services.proxy?.ports, ['127.0.0.1:8080:8080'])
    assert.equal(networks.inside?.internal, true)
    for (const name of ['postgres', 'valkey']) assert.deepEqual(services[name]?.networks, ['inside'])
  })

  it('starts the instances after the migration, and the migration after the database', () => {
    assert.deepEqual(services.migrate?.depends_on, { postgres: { condition: 'service_healthy' } })
    assert.deepEqual(services['sepet-1']?.depends_on?.migrate, { condition: 'service_completed_successfully' })
    assert.deepEqual(services['sepet-1'], services['sepet-2'])
  })
})

/** compose.yaml and deploy/make-env.sh, checked without starting a service. */

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { parseEnv, promisify } from 'node:util'
import { Ajv } from 'ajv'
import { createAccessTokenVerifier } from '../../../src/auth/access-token.jwt.ts'
import { readConfig } from '../../../src/config/config.ts'
import { tokenSettings } from '../../../src/config/secrets.ts'
import { variables } from '../../../src/config/variables.ts'
import { environmentOf, makeEnv, readCompose } from '../../support/ops/compose.ts'
import { claimsOf } from '../../support/web-checkout/checkout.ts'

const ROOT = join(import.meta.dirname, '../../..')
const MAKE_ENV = join(ROOT, 'deploy/make-env.sh')
/** The variables that compose.yaml requires. */
const REQUIRED = 'POSTGRES_PASSWORD=x\nSEPET_ADMIN_TOKEN=y'

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
    await assert.rejects(makeEnv(folder), {
      code: 1,
      stderr: `${file} exists, and nothing was written: name another file, or move this one away.\n`,
    })
    assert.equal(readFileSync(file, 'utf8'), before)
    const other = mkdtempSync(join(folder, 'other-'))
    const second = await makeEnv(other)
    const names = ['ACCESS_TOKEN_SECRET', 'HANDOFF_SECRET', 'SEPET_TOKEN_SECRET', 'METRICS_TOKEN', 'POSTGRES_PASSWORD']
    for (const name of [...names, 'SEPET_ADMIN_TOKEN']) assert.notEqual(secretOf(name), secretOf(name, second))
  })

  it('writes a token for the web shop, which ends after 90 days and which the new secret verifies', async () => {
    const [secret = '', token = ''] = ['ACCESS_TOKEN_SECRET', 'SEPET_ADMIN_TOKEN'].map(name => secretOf(name))
    const settings = tokenSettings(readConfig({ ACCESS_TOKEN_SECRET: secret, HANDOFF_SECRET: 'unused' }))
    const events = { sepetTokens: undefined, onStateChange: () => {}, signal: new AbortController().signal }
    const { verify } = createAccessTokenVerifier(settings, events)
    const { identity, scopes } = await verify(token, Date.now())
    assert.deepEqual(
      [identity, scopes],
      [
        { kind: 'admin', name: 'web-shop' },
        ['sessions:act', 'checkouts:read', 'checkouts:write', 'catalogue:read', 'promotions:read'],
      ],
    )
    const { exp, iat } = claimsOf(token) as { exp: number; iat: number }
    assert.equal(exp - iat, 90 * 86_400)
    const { verify: other } = createAccessTokenVerifier({ ...settings, secret: `${secret}x` }, events)
    await assert.rejects(other(token, Date.now()), /token_invalid/)
  })

  it('writes nothing and says what is missing without openssl', async () => {
    const empty = mkdtempSync(join(folder, 'empty-'))
    const bin = mkdtempSync(join(folder, 'bin-'))
    const env = { PATH: bin }
    await assert.rejects(
      promisify(execFile)('/bin/sh', [MAKE_ENV, join(empty, '.env')], { env }),
      /openssl, which signs/,
    )
    assert.deepEqual(readdirSync(empty), [])
  })
})

describe('compose.yaml', () => {
  const { services, networks } = readCompose(REQUIRED)
  const names = Object.keys(services)
  const schema = JSON.parse(readFileSync(join(ROOT, 'node_modules/dclint/schemas/compose.schema.json'), 'utf8'))
  const isValid = new Ajv({ strict: false, validateFormats: false, validateSchema: false }).compile(schema)

  it('matches the schema of compose files', () => {
    assert.ok(isValid(readCompose(REQUIRED)), JSON.stringify(isValid.errors))
    assert.ok(!isValid({ services: { ...services, valkey: { ...services.valkey, read_onyl: true } } }))
  })

  it('has an error message for a missing .env', () => {
    assert.throws(() => readCompose(''), /make \.env with sh deploy\/make-env\.sh/)
    assert.throws(() => readCompose('POSTGRES_PASSWORD=x'), /or add the token \(docs\/production\.md\)/)
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
      ['postgres', 'valkey', 'node'],
    )
  })

  it('publishes only the port of the proxy, by default on the loopback address', () => {
    assert.deepEqual(
      names.filter(name => services[name]?.ports),
      ['proxy'],
    )
    assert.deepEqual(services.proxy?.ports, ['127.0.0.1:8080:8080'])
    assert.equal(networks.inside?.internal, true)
    assert.deepEqual(services['web-shop']?.networks, ['outside'])
    for (const name of ['postgres', 'valkey']) assert.deepEqual(services[name]?.networks, ['inside'])
  })

  it('starts the example web shop with its profile alone, and everything else without one', () => {
    const withProfiles = Object.entries(services).flatMap(([name, { profiles }]) =>
      profiles ? { name, profiles } : [],
    )
    assert.deepEqual(withProfiles, [{ name: 'web-shop', profiles: ['example'] }])
    for (const { depends_on = {} } of Object.values(services)) assert.ok(!Object.hasOwn(depends_on, 'web-shop'))
  })

  it('runs the example web shop with the Node.js of the Dockerfile, behind the proxy, until another is named', () => {
    const [, image] = /^ARG NODE_IMAGE=(.+)$/m.exec(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')) ?? []
    const { 'web-shop': shop, proxy } = services
    assert.equal(shop?.image, image)
    assert.deepEqual(shop?.volumes, ['./examples/web-shop:/sepet/examples/web-shop:ro', './web/ui:/sepet/web/ui:ro'])
    assert.equal(shop?.environment?.SEPET_ADMIN_TOKEN, 'y')
    assert.equal(shop?.environment?.TRUST_PROXY, '1')
    assert.equal(proxy?.environment?.WEB_SHOP, 'web-shop:3000')
    const own = readCompose(`${REQUIRED}\nWEB_SHOP=shop:80`).services.proxy
    assert.equal(own?.environment?.WEB_SHOP, 'shop:80')
  })

  it('names one tag of each image, and the one of the Dockerfile for Node.js', () => {
    const text = ['compose.yaml', 'Dockerfile'].map(file => readFileSync(join(ROOT, file), 'utf8')).join('\n')
    const images = [...text.matchAll(/(?:image:|NODE_IMAGE=) *([\w./-]+:[\w.-]+)/g)].map(([, image = '']) => image)
    assert.equal(images.filter(image => image.startsWith('node:')).length, 2)
    const names = new Set(images.map(image => image.split(':')[0]))
    assert.equal(new Set(images).size, names.size, images.join())
  })

  it('gives each secret of .env to the services that need it alone', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sepet-env-'))
    const dotenv = readFileSync(await makeEnv(folder), 'utf8')
    rmSync(folder, { recursive: true })
    const compose = readCompose(dotenv)
    const receiversOf = (value = '') =>
      Object.entries(compose.services).flatMap(([name, service]) => {
        assert.equal(service.env_file, undefined, name)
        const received = Object.values(environmentOf(service, dotenv, {}))
        return received.some(text => text?.includes(value)) ? [name] : []
      })
    const instances = ['sepet-1', 'sepet-2']
    const expected: Record<string, string[]> = {
      ACCESS_TOKEN_SECRET: ['migrate', ...instances],
      HANDOFF_SECRET: ['migrate', ...instances],
      SEPET_TOKEN_SECRET: instances,
      METRICS_TOKEN: instances,
      POSTGRES_PASSWORD: ['postgres', 'migrate', ...instances],
      SEPET_ADMIN_TOKEN: ['web-shop'],
    }
    const written = parseEnv(dotenv)
    const secrets = Object.keys(written).filter(name => /SECRET|TOKEN|PASSWORD/.test(name))
    assert.deepEqual(Object.fromEntries(secrets.map(name => [name, receiversOf(written[name])])), expected)
  })

  it('passes every other variable of Sepet on to the instances, where .env has it', () => {
    const set = ['NODE_ENV', 'HOST', 'PORT', 'DATABASE_URL', 'REDIS_URL', 'TRUST_PROXY']
    const { environment = {} } = services['sepet-1'] ?? {}
    for (const name of Object.keys(variables).filter(name => name !== 'DATA_DIR'))
      assert.equal(environment[name] === null, !set.includes(name), name)
    assert.equal(environment.NODE_ENV, 'production')
    const secrets = ['ACCESS_TOKEN_SECRET', 'ACCESS_TOKEN_JWKS_URL', 'HANDOFF_SECRET']
    const ofMigration = ['NODE_ENV', 'DATABASE_URL', ...secrets, 'EVENT_RETENTION_DAYS', 'GUEST_CART_TTL_DAYS']
    assert.deepEqual(Object.keys(services.migrate?.environment ?? {}), ofMigration)
  })

  it('starts the instances after the migration, and the migration after the database', () => {
    assert.deepEqual(services.migrate?.depends_on, { postgres: { condition: 'service_healthy' } })
    assert.deepEqual(services['sepet-1']?.depends_on?.migrate, { condition: 'service_completed_successfully' })
    assert.deepEqual(services['sepet-1'], services['sepet-2'])
  })
})

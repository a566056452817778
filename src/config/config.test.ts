/** Reading of the environment: defaults, required secrets, and reported problems. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { ConfigError, readConfig, warningsOf } from './config.ts'

const secret = randomBytes(48).toString('base64')
const other = randomBytes(32).toString('hex')

function problems(env: NodeJS.ProcessEnv): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.problems.map(each => each.split(' ')[0] ?? '')
  }
}

describe('readConfig', () => {
  it('accepts an empty environment in development', () => {
    const config = readConfig({})
    assert.equal(config.PUBLIC_URL, 'http://localhost:8080')
    assert.equal(config.DEFAULT_RETURN_PATH, '/sepet')
    assert.equal(config.CART_RATE_LIMIT, 600)
    assert.equal(config.GUEST_CART_TTL_DAYS, 30)
    assert.equal(config.production, false)
  })

  it('treats an empty variable as unset', () => {
    assert.equal(readConfig({ PORT: '', PUBLIC_URL: ' ' }).PORT, 8080)
  })

  // Proves: weak-secret
  it('requires strong secrets in production', () => {
    assert.deepEqual(problems({ NODE_ENV: 'production' }), ['ACCESS_TOKEN_SECRET', 'HANDOFF_SECRET'])
    const weak = { NODE_ENV: 'production', ACCESS_TOKEN_SECRET: secret.slice(33), HANDOFF_SECRET: `${other},short` }
    assert.deepEqual(problems(weak), ['ACCESS_TOKEN_SECRET', 'HANDOFF_SECRET'])
    assert.deepEqual(problems({ ...weak, ACCESS_TOKEN_SECRET: secret, HANDOFF_SECRET: `${other},${other}2` }), [])
    const external = { ACCESS_TOKEN_JWKS_URL: 'https://id.example.com/jwks', HANDOFF_SECRET: secret }
    assert.deepEqual(problems({ NODE_ENV: 'production', ...external }), [])
  })

  it('warns of tokens that are accepted from anywhere, and of tokens that are not issued', () => {
    const names = (env: NodeJS.ProcessEnv) => warningsOf(readConfig(env)).map(each => each.split(/[ ,]/)[0])
    assert.deepEqual(names({}), [])
    const issuer = { ACCESS_TOKEN_JWKS_URL: 'https://id.example.com/jwks' }
    assert.deepEqual(names(issuer), ['ACCESS_TOKEN_ISSUER'])
    assert.deepEqual(names({ ...issuer, ACCESS_TOKEN_AUDIENCE: 'sepet' }), [])
    const production = { ...issuer, NODE_ENV: 'production', HANDOFF_SECRET: randomBytes(32).toString('hex') }
    assert.deepEqual(names(production), ['ACCESS_TOKEN_ISSUER', 'SEPET_TOKEN_SECRET'])
    const SEPET_TOKEN_SECRET = randomBytes(32).toString('hex')
    assert.deepEqual(names({ ...production, ACCESS_TOKEN_CLIENT_ID: 'app', SEPET_TOKEN_SECRET }), [])
  })

  // Proves: weak-secret
  it('requires METRICS_TOKEN, if set in production, to be strong and different from the secrets', () => {
    const production = { NODE_ENV: 'production', ACCESS_TOKEN_SECRET: secret, HANDOFF_SECRET: other }
    const third = [...other].reverse().join('')
    assert.deepEqual(problems({ ...production, METRICS_TOKEN: third }), [])
    for (const METRICS_TOKEN of ['a'.repeat(64), 'short', secret, other]) {
      assert.deepEqual(problems({ ...production, METRICS_TOKEN }), ['METRICS_TOKEN'])
    }
  })

  // Proves: weak-secret
  it('requires SEPET_TOKEN_SECRET to differ from the other secrets in production, not in development', () => {
    const secrets = { ACCESS_TOKEN_SECRET: secret, HANDOFF_SECRET: `${other},${other}2` }
    for (const shared of [secret, other, `${other}2`]) {
      const env = { ...secrets, SEPET_TOKEN_SECRET: `${other}3,${shared}` }
      assert.deepEqual(problems({ NODE_ENV: 'production', ...env }), ['SEPET_TOKEN_SECRET'])
      assert.deepEqual(problems(env), [])
    }
    assert.deepEqual(problems({ NODE_ENV: 'production', ...secrets, SEPET_TOKEN_SECRET: `${other}3` }), [])
  })

  // Proves: weak-secret
  it('requires ACCESS_TOKEN_SECRET and HANDOFF_SECRET to differ in production, not in development', () => {
    const shared = { ACCESS_TOKEN_SECRET: secret, HANDOFF_SECRET: `${other},${secret}` }
    assert.deepEqual(problems({ NODE_ENV: 'production', ...shared }), ['HANDOFF_SECRET'])
    assert.deepEqual(problems(shared), [])
    const weak = { ACCESS_TOKEN_SECRET: 'x'.repeat(64), HANDOFF_SECRET: 'x'.repeat(64) }
    assert.deepEqual(problems({ NODE_ENV: 'production', ...weak }), [
      'ACCESS_TOKEN_SECRET',
      'HANDOFF_SECRET',
      'HANDOFF_SECRET',
    ])
  })

  it('reports every invalid variable at once, without its value', () => {
    const env = {
      NODE_ENV: 'prod',
      PORT: '80 80',
      PUBLIC_URL: 'ftp://x',
      DATABASE_URL: 'mysql://user:hunter2@host/db',
      REDIS_URL: 'http://host',
      ACCESS_TOKEN_JWKS_URL: 'nowhere',
      ACCESS_TOKEN_ISSUER: 'sepet',
      ACCESS_TOKEN_AUDIENCE: 'a,,b',
      ACCESS_TOKEN_CLIENT_ID: ',',
      ACCESS_TOKEN_SCOPE_CLAIMS: 'scope,',
      ACCESS_TOKEN_SCOPE_MAP: 'hunter2=customers',
      HANDOFF_SECRET: 'a,,b',
      HANDOFF_TOKEN_TTL_SECONDS: '0',
      CART_RATE_LIMIT: '-1',
      GUEST_CART_TTL_DAYS: '3651',
      ALLOWED_RETURN_PATHS: '/a,//b',
      DEFAULT_RETURN_PATH: '/../x',
      TRUST_PROXY: 'true',
      CORS_ORIGINS: 'https://shop.example.com/',
      METRICS_TOKEN: 'two words and more',
      MAX_CONNECTIONS: '0',
      MAX_CONNECTIONS_PER_NETWORK: '-1',
      RESPONSE_TIMEOUT_SECONDS: '0',
      MAX_UNREAD_RESPONSE_MB: '0',
      MAX_REQUESTS_UNDER_WAY: '0',
      SHUTDOWN_DELAY_SECONDS: '-1',
      LOG_LEVEL: 'chatty',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      OTEL_TRACES_SAMPLER: 'sometimes',
      OTEL_TRACES_SAMPLER_ARG: '1.5',
      OTEL_SDK_DISABLED: '1',
    }
    assert.deepEqual(problems(env).sort(), Object.keys(env).sort())
    assert.throws(
      () => readConfig(env),
      error => !String(error).includes('hunter2'),
    )
  })

  it('refuses ACCESS_TOKEN_SECRET together with ACCESS_TOKEN_JWKS_URL', () => {
    const env = { ACCESS_TOKEN_SECRET: secret, ACCESS_TOKEN_JWKS_URL: 'https://id.example.com/jwks' }
    assert.equal(problems(env).length, 1)
  })

  it('refuses the issuer of the tokens that Sepet signs as ACCESS_TOKEN_ISSUER', () => {
    for (const ACCESS_TOKEN_ISSUER of ['sepet', ' sepet ']) {
      assert.deepEqual(problems({ ACCESS_TOKEN_ISSUER }), ['ACCESS_TOKEN_ISSUER'])
    }
    for (const ACCESS_TOKEN_ISSUER of ['Sepet', 'https://id.example.com/', 'sepet.example']) {
      assert.equal(readConfig({ ACCESS_TOKEN_ISSUER }).ACCESS_TOKEN_ISSUER, ACCESS_TOKEN_ISSUER)
    }
  })

  it('reads audiences, clients and scope claims as lists, and scopes from `scope` by default', () => {
    const config = readConfig({ ACCESS_TOKEN_AUDIENCE: 'a, https://b.example/?x=1', ACCESS_TOKEN_CLIENT_ID: 'one' })
    assert.deepEqual(config.ACCESS_TOKEN_AUDIENCE, ['a', 'https://b.example/?x=1'])
    assert.deepEqual(config.ACCESS_TOKEN_CLIENT_ID, ['one'])
    assert.deepEqual(config.ACCESS_TOKEN_SCOPE_CLAIMS, ['scope'])
    assert.deepEqual(readConfig({ ACCESS_TOKEN_SCOPE_CLAIMS: 'scp,roles' }).ACCESS_TOKEN_SCOPE_CLAIMS, ['scp', 'roles'])
    assert.equal(config.ACCESS_TOKEN_MEMBER_CLAIM, undefined)
    for (const name of ['ACCESS_TOKEN_AUDIENCE', 'ACCESS_TOKEN_CLIENT_ID', 'ACCESS_TOKEN_SCOPE_CLAIMS']) {
      assert.deepEqual(problems({ [name]: 'a,,b' }), [name])
    }
  })

  it('reads ACCESS_TOKEN_SCOPE_MAP up to the last = of each entry, and the same scope for several', () => {
    const ACCESS_TOKEN_SCOPE_MAP =
      'shop/account=storefront:account, https://id.example/?s=admin=customers:read,https://id.example/?s=admin = customers:write'
    assert.deepEqual(readConfig({ ACCESS_TOKEN_SCOPE_MAP }).ACCESS_TOKEN_SCOPE_MAP, [
      { theirs: 'shop/account', ours: 'storefront:account' },
      { theirs: 'https://id.example/?s=admin', ours: 'customers:read' },
      { theirs: 'https://id.example/?s=admin', ours: 'customers:write' },
    ])
  })

  it('refuses an ACCESS_TOKEN_SCOPE_MAP without scopes of Sepet, lists these, and does not repeat the value', () => {
    for (const ACCESS_TOKEN_SCOPE_MAP of [
      'hunter2',
      'hunter2=',
      '=storefront:account',
      'storefront:account',
      'hunter2=customers',
      'hunter2=Customers:Read',
      'hunter2=customers:read customers:write',
      'hunter two=customers:read',
      'hunter2=customers:read,',
      'hunter2=customers:read,x=hunter2',
      'hunter2=toString',
    ]) {
      assert.throws(
        () => readConfig({ ACCESS_TOKEN_SCOPE_MAP }),
        ({ problems: [problem = '', ...others] }: ConfigError) => {
          assert.match(problem, /^ACCESS_TOKEN_SCOPE_MAP must be a comma-separated list/)
          if (!ACCESS_TOKEN_SCOPE_MAP.endsWith(',')) assert.match(problem, /storefront:account.*customers:delete/)
          return others.length === 0 && !problem.includes('hunter')
        },
        ACCESS_TOKEN_SCOPE_MAP,
      )
    }
  })

  it('reads OTEL_TRACES_SAMPLER_ARG as a number, and OTEL_SDK_DISABLED in any letter case', () => {
    const read = (OTEL_TRACES_SAMPLER_ARG: string) => readConfig({ OTEL_TRACES_SAMPLER_ARG }).OTEL_TRACES_SAMPLER_ARG
    assert.deepEqual(['0', '1', '1.0', '.25', '0.001'].map(read), [0, 1, 1, 0.25, 0.001])
    assert.equal(readConfig({ OTEL_SDK_DISABLED: 'TRUE' }).OTEL_SDK_DISABLED, true)
  })

  it('reads TRUST_PROXY as `off`, a number of hops, or addresses', () => {
    const read = (TRUST_PROXY: string) => readConfig({ TRUST_PROXY }).TRUST_PROXY
    assert.deepEqual(['off', '2', '10.0.0.0/8, ::1', '::ffff:10.0.0.0/104'].map(read), [
      0,
      2,
      ['10.0.0.0/8', '::1'],
      ['::ffff:10.0.0.0/104'],
    ])
  })

  it('refuses a TRUST_PROXY that trusts everybody, and names the variable and the cure', () => {
    const mapped = ['::ffff:0:0/96', '::ffff:0:0/97', '::FFFF:10.0.0.0/103', '0:0:0:0:0:ffff:0:0/96']
    for (const TRUST_PROXY of ['::/0', '0.0.0.0/0', '0.0.0.0/1,128.0.0.0/1', '10.0.0.0/8,::/00', ...mapped]) {
      assert.throws(
        () => readConfig({ TRUST_PROXY }),
        /^ConfigError: TRUST_PROXY must not name all addresses.* such as 10\.0\.0\.0\/8\.$/,
      )
    }
  })
})

/** Reading of the environment: defaults, required secrets, and reported problems. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { ConfigError, readConfig } from './config.ts'

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

  it('requires strong secrets in production', () => {
    assert.deepEqual(problems({ NODE_ENV: 'production' }), ['ACCESS_TOKEN_SECRET', 'HANDOFF_SECRET'])
    const weak = { NODE_ENV: 'production', ACCESS_TOKEN_SECRET: secret.slice(33), HANDOFF_SECRET: `${other},short` }
    assert.deepEqual(problems(weak), ['ACCESS_TOKEN_SECRET', 'HANDOFF_SECRET'])
    assert.deepEqual(problems({ ...weak, ACCESS_TOKEN_SECRET: secret, HANDOFF_SECRET: `${other},${other}2` }), [])
    const external = { ACCESS_TOKEN_JWKS_URL: 'https://id.example.com/jwks', HANDOFF_SECRET: secret }
    assert.deepEqual(problems({ NODE_ENV: 'production', ...external }), [])
  })

  it('requires METRICS_TOKEN, if set in production, to be strong and different from the secrets', () => {
    const production = { NODE_ENV: 'production', ACCESS_TOKEN_SECRET: secret, HANDOFF_SECRET: other }
    const third = [...other].reverse().join('')
    assert.deepEqual(problems({ ...production, METRICS_TOKEN: third }), [])
    for (const METRICS_TOKEN of ['a'.repeat(64), 'short', secret, other]) {
      assert.deepEqual(problems({ ...production, METRICS_TOKEN }), ['METRICS_TOKEN'])
    }
  })

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

  it('reads OTEL_TRACES_SAMPLER_ARG as a number, and OTEL_SDK_DISABLED in any letter case', () => {
    const read = (OTEL_TRACES_SAMPLER_ARG: string) => readConfig({ OTEL_TRACES_SAMPLER_ARG }).OTEL_TRACES_SAMPLER_ARG
    assert.deepEqual(['0', '1', '1.0', '.25', '0.001'].map(read), [0, 1, 1, 0.25, 0.001])
    assert.equal(readConfig({ OTEL_SDK_DISABLED: 'TRUE' }).OTEL_SDK_DISABLED, true)
  })

  it('reads TRUST_PROXY as `off`, a number of hops, or addresses', () => {
    const read = (TRUST_PROXY: string) => readConfig({ TRUST_PROXY }).TRUST_PROXY
    assert.deepEqual(['off', '2', '10.0.0.0/8, ::1'].map(read), [0, 2, ['10.0.0.0/8', '::1']])
  })
})

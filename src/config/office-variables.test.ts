/** The settings of the office's sign-in. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { ConfigError, readConfig } from './config.ts'

const secret = () => randomBytes(48).toString('base64')
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.example.com',
  ACCESS_TOKEN_SECRET: secret(),
  HANDOFF_SECRET: secret(),
}
const provider = {
  OFFICE_OIDC_ISSUER: 'https://login.shop.example',
  OFFICE_OIDC_CLIENT_ID: 'sepet',
  OFFICE_OIDC_CLIENT_SECRET: 'of-the-client',
}

function problems(env: NodeJS.ProcessEnv): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.problems
  }
}

describe('the settings of the office', () => {
  it('are optional, and belong together', () => {
    assert.deepEqual(problems(production), [])
    assert.deepEqual(problems({ ...production, ...provider }), [])
    const { OFFICE_OIDC_ISSUER, OFFICE_OIDC_CLIENT_ID } = provider
    assert.deepEqual(problems({ OFFICE_OIDC_ISSUER }), [
      'OFFICE_OIDC_CLIENT_ID and OFFICE_OIDC_CLIENT_SECRET must be set, too.',
    ])
    assert.deepEqual(problems({ OFFICE_OIDC_ISSUER, OFFICE_OIDC_CLIENT_ID }), [
      'OFFICE_OIDC_CLIENT_SECRET must be set, too.',
    ])
  })

  it('require https in production, of the issuer and of Sepet', () => {
    const open = { ...production, ...provider }
    assert.deepEqual(problems({ ...open, OFFICE_OIDC_ISSUER: 'http://login.shop.example' }), [
      'OFFICE_OIDC_ISSUER must be https in production.',
    ])
    assert.deepEqual(problems({ ...open, PUBLIC_URL: 'http://shop.example.com' }), [
      'PUBLIC_URL must be https where OFFICE_OIDC_ISSUER is set.',
    ])
    assert.deepEqual(problems({ ...provider, OFFICE_OIDC_ISSUER: 'http://127.0.0.1:9000' }), [])
  })

  it('request openid', () => {
    assert.equal(readConfig({}).OFFICE_OIDC_SCOPE, 'openid profile')
    assert.deepEqual(problems({ OFFICE_OIDC_SCOPE: 'profile groups' }), ['OFFICE_OIDC_SCOPE must contain openid.'])
  })
})

/** Tests of the settings that enable the playground. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isPlaygroundEnabled, type PlaygroundSettings } from './is-enabled.ts'

/** The settings of a first start, without any configuration. */
const firstStart: PlaygroundSettings = {
  production: false,
  HOST: '127.0.0.1',
  PUBLIC_URL: 'http://localhost:8080',
  ACCESS_TOKEN_JWKS_URL: undefined,
}
const isEnabled = (changes: Partial<PlaygroundSettings>) => isPlaygroundEnabled({ ...firstStart, ...changes })

describe('isPlaygroundEnabled', () => {
  it('returns true for the default settings and for every loopback HOST and PUBLIC_URL', () => {
    assert.equal(isEnabled({}), true)
    for (const HOST of ['localhost', '::1', '127.0.0.2']) assert.equal(isEnabled({ HOST }), true, HOST)
    for (const PUBLIC_URL of [
      'https://localhost',
      'http://127.0.0.1:3000',
      'http://[::1]:80',
      'http://shop.localhost',
    ]) {
      assert.equal(isEnabled({ PUBLIC_URL }), true, PUBLIC_URL)
    }
  })

  // Proves: playground-on-server
  it('returns false in production, and when HOST or PUBLIC_URL is not a loopback address', () => {
    assert.equal(isEnabled({ production: true }), false)
    for (const HOST of ['0.0.0.0', '::', '192.168.1.5', 'shop.example.com', '127.0.0.1.evil.example']) {
      assert.equal(isEnabled({ HOST }), false, HOST)
    }
    for (const PUBLIC_URL of [
      'https://shop.example.com',
      'http://192.168.1.5:8080',
      'http://localhost.evil.example',
      'http://127.0.0.1.evil.example',
      'http://localhost:8080/shop',
    ]) {
      assert.equal(isEnabled({ PUBLIC_URL }), false, PUBLIC_URL)
    }
  })

  it('returns false when ACCESS_TOKEN_JWKS_URL names an issuer', () => {
    assert.equal(isEnabled({ ACCESS_TOKEN_JWKS_URL: 'https://id.example.com/jwks' }), false)
  })

  it('returns false when ACCESS_TOKEN_MEMBER_CLAIM names the members by external ids', () => {
    assert.equal(isEnabled({ ACCESS_TOKEN_MEMBER_CLAIM: 'sub' }), false)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isPlaygroundEnabled, type PlaygroundSettings } from './is-enabled.ts'

const firstStart: PlaygroundSettings = {
  production: false,
  HOST: '127.0.0.1',
  PUBLIC_URL: 'http://localhost:8080',
  ACCESS_TOKEN_JWKS_URL: undefined,
}
const isOpen = (changes: Partial<PlaygroundSettings>) => isPlaygroundEnabled({ ...firstStart, ...changes })

describe('the playground', () => {
  it('is open on a first start, whatever this machine is called', () => {
    assert.equal(isOpen({}), true)
    for (const HOST of ['localhost', '::1', '127.0.0.2']) assert.equal(isOpen({ HOST }), true, HOST)
    for (const PUBLIC_URL of [
      'https://localhost',
      'http://127.0.0.1:3000',
      'http://[::1]:80',
      'http://shop.localhost',
    ]) {
      assert.equal(isOpen({ PUBLIC_URL }), true, PUBLIC_URL)
    }
  })

  it('is closed in production, and where others can reach this machine', () => {
    assert.equal(isOpen({ production: true }), false)
    for (const HOST of ['0.0.0.0', '::', '192.168.1.5', 'shop.example.com', '127.0.0.1.evil.example']) {
      assert.equal(isOpen({ HOST }), false, HOST)
    }
    for (const PUBLIC_URL of [
      'https://shop.example.com',
      'http://192.168.1.5:8080',
      'http://localhost.evil.example',
      'http://127.0.0.1.evil.example',
      'http://localhost:8080/shop',
    ]) {
      assert.equal(isOpen({ PUBLIC_URL }), false, PUBLIC_URL)
    }
  })

  it('is closed where tokens come from an issuer', () => {
    assert.equal(isOpen({ ACCESS_TOKEN_JWKS_URL: 'https://id.example.com/jwks' }), false)
  })
})

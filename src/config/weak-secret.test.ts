/** Secrets that production accepts and refuses. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { weaknessOf } from './weak-secret.ts'

describe('weaknessOf', () => {
  it('rejects fewer than 32 bytes, counted in bytes, not in characters', () => {
    for (const secret of [undefined, '', 'hunter2', 'Zq8-Kd2_Vn5-Xw1_Tb7-Mf4_Hc9-Ry3']) {
      assert.equal(weaknessOf(secret), 'must be at least 32 bytes')
    }
    assert.equal(weaknessOf('ığüşöçİĞÜŞÖÇâîûé'), undefined)
  })

  // Proves: weak-secret
  it('rejects a repeated pattern', () => {
    for (const secret of [
      'x'.repeat(64),
      'ab'.repeat(32),
      '1234567'.repeat(9),
      '0123456789abcdef'.repeat(2),
      'qwertyuiopasdfgh-qwertyuiopasdfgh-q',
    ]) {
      assert.equal(weaknessOf(secret), 'must be random, not a pattern', secret)
    }
  })

  // Proves: weak-secret
  it('rejects a placeholder', () => {
    for (const secret of [
      'changeme0123456789abcdefghijklmn',
      'please-CHANGE-ME-before-you-go-live-0123',
      'replace_this_by_the_real_key_of_the_shop',
      'placeholder-for-the-access-token-key',
      '<your-secret-of-at-least-32-bytes-here>',
    ]) {
      assert.equal(weaknessOf(secret), 'must be a secret of your own, not a placeholder', secret)
    }
  })

  it('accepts random secrets in every usual encoding', () => {
    for (let n = 0; n < 1_000; n++) {
      for (const [bytes, spelling] of [
        [48, 'base64'],
        [48, 'base64url'],
        [32, 'base64'],
        [32, 'hex'],
        [16, 'hex'],
      ] as const) {
        const secret = randomBytes(bytes).toString(spelling)
        assert.equal(weaknessOf(secret), undefined, secret)
      }
    }
  })
})

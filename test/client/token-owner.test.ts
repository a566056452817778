/** Whose token it is: the same for renewed tokens, and for no other. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { subjectOf } from '../../packages/client/src/token-owner.ts'

const tokenOf = (claims: unknown) => `eyJ.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`

describe('the subject of a token', () => {
  it('is the issuer and the subject, of any length and in any letters', () => {
    for (const sub of ['', '7', 'guest:1', 'Ayşe', 'ğüş', '日本', '😀', 'a>b?c~', 'x'.repeat(1000)]) {
      const [first, renewed] = [tokenOf({ iss: 'sepet', sub, exp: 1 }), tokenOf({ exp: 22, sub, iss: 'sepet' })]
      assert.notEqual(first, renewed)
      assert.equal(subjectOf(first), subjectOf(renewed), sub)
      assert.notEqual(subjectOf(first), subjectOf(tokenOf({ iss: 'other', sub, exp: 1 })), sub)
      assert.notEqual(subjectOf(first), subjectOf(tokenOf({ iss: 'sepet', sub: `${sub}8`, exp: 1 })), sub)
    }
    assert.equal(subjectOf(tokenOf({ iss: 'sepet', sub: 'a>b?c~' })), '["sepet","a>b?c~"]')
  })

  it('is the token itself if it has no claims', () => {
    for (const token of ['', 'eyJ', 'eyJ.eyJ.c2ln', 'a.!!.b', 'a.bnVsbA.b', tokenOf({ iss: 'sepet' }), tokenOf(5)]) {
      assert.equal(subjectOf(token), token)
    }
  })
})

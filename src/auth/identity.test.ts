/** Subjects of access tokens and of carts: valid and invalid forms. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cartIdOf, parseCartSubject, parseSubject } from './identity.ts'

describe('parseSubject', () => {
  it('reads members, applications and administrators', () => {
    assert.deepEqual(parseSubject('member:42'), { kind: 'member', customerId: 42 })
    assert.deepEqual(parseSubject('member:9007199254740991'), { kind: 'member', customerId: 9007199254740991 })
    assert.deepEqual(parseSubject('app:mobile'), { kind: 'app', name: 'mobile' })
    assert.deepEqual(parseSubject('admin:a:b'), { kind: 'admin', name: 'a:b' })
  })

  it('reads a guest id in upper or lower case', () => {
    const guestId = '0b9d7d3e-6f0a-4c60-9d25-2f8a4f2f6d11'
    assert.deepEqual(parseSubject(`guest:${guestId.toUpperCase()}`), { kind: 'guest', guestId })
  })

  // Proves: strict-subjects
  it('returns undefined for any other subject', () => {
    for (const subject of [
      '',
      '42',
      'member',
      'member:',
      'member:0',
      'member:-1',
      'member:1.0',
      'member:01',
      'member: 1',
      'member:9007199254740992',
      'member:99999999999999999999',
      'guest:1',
      'guest:',
      'Member:1',
      'admin:',
      'root:1',
      'ucp:0b9d7d3e-6f0a-4c60-9d25-2f8a4f2f6d11',
      'member:1\n',
      '\u0000member:1',
      undefined,
      null,
      1,
      ['member:1'],
      { toString: () => 'member:1' },
    ]) {
      assert.equal(parseSubject(subject), undefined, String(subject))
    }
  })
})

describe('parseCartSubject', () => {
  const uuid = '0b9d7d3e-6f0a-4c60-9d25-2f8a4f2f6d11'

  it('reads members, guests and agents’ carts, whose ids are apart from guests of the same UUID', () => {
    for (const subject of ['member:42', `guest:${uuid}`, `ucp:${uuid}`]) {
      const owner = parseCartSubject(subject)
      assert.equal(owner && cartIdOf(owner), subject)
    }
    assert.deepEqual(parseCartSubject(`ucp:${uuid.toUpperCase()}`), { kind: 'ucp', uuid })
  })

  it('returns undefined for any other subject', () => {
    for (const subject of [
      '',
      'ucp',
      'ucp:',
      'ucp:1',
      `ucp:${uuid}\n`,
      `UCP:${uuid}`,
      `ucp:ucp:${uuid}`,
      'admin:x',
      'app:x',
    ]) {
      assert.equal(parseCartSubject(subject), undefined, subject)
    }
  })
})

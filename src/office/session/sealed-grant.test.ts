/** Unit tests of the encryption of grants. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newSessionId } from '../../auth/session-id.crypto.ts'
import { openGrant, sealGrant } from './sealed-grant.crypto.ts'

const grant = { refreshToken: 'the-refresh-token', granted: 'openid carts:read' }

describe('an encrypted grant', () => {
  // Proves: stolen-grant
  it('is opened by the id of its session alone, and is another text each time', () => {
    const id = newSessionId()
    const sealed = sealGrant(grant, id)
    assert.deepEqual(openGrant(sealed, id), grant)
    assert.equal(openGrant(sealed, newSessionId()), undefined)
    assert.notEqual(sealGrant(grant, id), sealed)
    assert.ok(!Buffer.from(sealed, 'base64url').toString('latin1').includes(grant.refreshToken))
  })

  it('is not opened after any change, nor from any other text', () => {
    const id = newSessionId()
    const bytes = Buffer.from(sealGrant(grant, id), 'base64url')
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      assert.equal(openGrant(changed.toString('base64url'), id), undefined)
    }
    for (const text of ['', 'x', 'a'.repeat(40), bytes.subarray(0, 27).toString('base64url')]) {
      assert.equal(openGrant(text, id), undefined)
    }
  })
})

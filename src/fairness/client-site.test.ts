/** Sites of client networks. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { siteOf } from './client-site.ts'

describe('siteOf', () => {
  it('returns the /48 of a /64, also where a text is before it', () => {
    assert.equal(siteOf('2001:db8:0:0::/64'), '2001:db8:0::/48')
    assert.equal(siteOf('2001:db8:a:ffff::/64'), '2001:db8:a::/48')
    assert.equal(siteOf('owner 2001:db8:a:b::/64'), 'owner 2001:db8:a::/48')
  })

  it('returns undefined for what is not a /64', () => {
    for (const name of ['192.0.2.1', 'unknown', '', '::/64', '2001:db8:a::/48', 'owner']) {
      assert.equal(siteOf(name), undefined, name)
    }
  })
})

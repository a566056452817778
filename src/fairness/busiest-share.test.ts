/** Share of the busiest client network. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BusiestShare } from './busiest-share.ts'

describe('BusiestShare', () => {
  it('is that of the last complete period of ten seconds', () => {
    const share = new BusiestShare()
    share.add('a', 1_000, 0)
    share.add('b', 4_000, 5_000)
    share.add('b', 1_000, 9_999)
    assert.equal(share.read(9_999), 0)
    assert.equal(share.read(10_000), 0.5)
    share.add('a', 2_000, 11_000)
    assert.equal(share.read(19_999), 0.5)
    assert.equal(share.read(20_000), 0.2)
  })

  it('is 0 when nothing happened in the last period, and never more than 1', () => {
    const share = new BusiestShare()
    share.add('a', 12_000, 0)
    assert.equal(share.read(15_000), 1)
    assert.equal(share.read(25_000), 0)
    share.add('a', 100, 80_000)
    assert.equal(share.read(80_001), 0)
    assert.equal(share.read(90_000), 0.01)
  })
})

/** Amounts per network and site. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Amounts } from './amounts.ts'

describe('Amounts', () => {
  it('find the network that holds most, of the /48 that holds most', () => {
    const amounts = new Amounts()
    amounts.add('192.0.2.1', 5)
    for (const [n, amount] of [2, 3, 1].entries()) amounts.add(`2001:db8:1:${n}::/64`, amount)
    assert.equal(amounts.heaviest(), '2001:db8:1:1::/64')
    assert.equal(amounts.heaviestOfSite('2001:db8:1:9::/64'), '2001:db8:1:1::/64')
    assert.deepEqual([amounts.ofSite('2001:db8:1:9::/64'), amounts.ofSite('192.0.2.1')], [6, 5])
    amounts.add('2001:db8:1:1::/64', -3)
    assert.equal(amounts.heaviest(), '192.0.2.1')
  })

  it('forget those that hold nothing', () => {
    const amounts = new Amounts()
    for (const network of ['192.0.2.1', '2001:db8:1:1::/64']) {
      amounts.add(network, 4)
      amounts.add(network, -4)
    }
    assert.equal(amounts.heaviest(), undefined)
    assert.equal(amounts.heaviestOfSite('192.0.2.1'), undefined)
    assert.equal(amounts.ofSite('2001:db8:1:1::/64'), 0)
  })
})

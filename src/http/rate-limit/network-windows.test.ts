/** Windows of networks and of their sites: a request counts in both, or in neither. */

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { hashedNetwork, siteKeyOf } from './network-keys.ts'
import { createNetworkWindows, type NetworkWindowSize } from './network-windows.ts'
import { type Counted, createSlidingWindows } from './sliding-windows.ts'

const WINDOW_MS = 60_000
const hash = (name: string) => createHash('sha256').update(name).digest('base64url')
const network = (site: number, n: number) => `2001:db8:${site}:${n}::/64`

interface Sent {
  pause: number
  site: number
  n: number
  isTakenBack: boolean
}

/** The counter of both, and one of each by itself. @returns function that counts a request in them, and returns the wait that each tells */
function counters({ limit, siteFactor }: Omit<NetworkWindowSize, 'windowMs'>) {
  let time = 0
  const now = () => time
  const both = createNetworkWindows({ limit, siteFactor, windowMs: WINDOW_MS }, now)
  const networks = createSlidingWindows({ limit, windowMs: WINDOW_MS }, now)
  const sites = createSlidingWindows({ limit: limit * siteFactor, windowMs: WINDOW_MS }, now)
  return ({ pause, site, n, isTakenBack }: Sent): [both: number, each: number] => {
    time += pause
    const [key, siteKey] = [network(site, n), `2001:db8:${site}::/48`]
    const expected = Math.max(networks.waitMs(key), sites.waitMs(siteKey))
    const counted = both.count(key)
    if (!counted.isAccepted) return [counted.waitMs, expected]
    const all = [counted, networks.count(key), sites.count(siteKey)]
    if (isTakenBack) all.forEach(takeBack)
    return [0, expected]
  }
}

function takeBack(counted: Counted): void {
  if (counted.isAccepted) void counted.uncount()
}

describe('siteKeyOf', () => {
  it('tells the /48 of a network, and of its hash, behind any text', () => {
    const [one, other] = [network(1, 1), network(1, 2)].map(each => hashedNetwork(each, hash))
    assert.notEqual(one, other)
    assert.ok(one !== undefined && other !== undefined)
    assert.equal(siteKeyOf(one), hash('2001:db8:1::/48'))
    assert.equal(siteKeyOf(other), siteKeyOf(one))
    assert.equal(siteKeyOf(`a ${one}`), `a ${siteKeyOf(one)}`)
    assert.equal(siteKeyOf(`${hash('owner')} ${one}`), `${hash('owner')} ${siteKeyOf(one)}`)
    assert.equal(siteKeyOf(`a ${network(1, 1)}`), 'a 2001:db8:1::/48')
    assert.equal(siteKeyOf(hashedNetwork(network(2, 1), hash)), hash('2001:db8:2::/48'))
  })

  it('tells none of an IPv4 address, its hash, or an owner', () => {
    const keys = ['192.0.2.1', hashedNetwork('192.0.2.1', hash), hash('owner'), `${hash('owner')} 192.0.2.1`, 'unknown']
    for (const key of keys) assert.equal(siteKeyOf(key), undefined)
  })
})

describe('createNetworkWindows', () => {
  const request = fc.record({
    pause: fc.integer({ min: 0, max: 20_000 }),
    site: fc.integer({ min: 1, max: 2 }),
    n: fc.integer({ min: 1, max: 5 }),
    isTakenBack: fc.boolean(),
  })
  const limits = fc.record({
    limit: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constant(70)),
    siteFactor: fc.integer({ min: 1, max: 3 }),
  })

  // Proves: rotated-networks
  it('accepts what the windows of the network and of the site both accept, and counts in neither what one refuses', () => {
    fc.assert(
      fc.property(limits, fc.array(request, { maxLength: 200 }), (size, all) => {
        const count = counters(size)
        for (const sent of all) {
          const [both, each] = count(sent)
          assert.equal(both, each)
        }
      }),
    )
  })

  it('adds weights to both, and keeps no /48 with a factor of 0', () => {
    const size = { limit: 10, windowMs: WINDOW_MS }
    const windows = createNetworkWindows({ ...size, siteFactor: 2 }, () => 0)
    windows.weigh(network(1, 1), 19)
    assert.equal(windows.count(network(1, 2)).isAccepted, true)
    assert.equal(windows.count(network(1, 3)).isAccepted, false)
    assert.equal(windows.count(network(2, 3)).isAccepted, true)
    const off = createNetworkWindows({ ...size, siteFactor: 0 }, () => 0)
    off.weigh(network(1, 1), 19)
    for (let n = 2; n < 50; n++) assert.equal(off.count(network(1, n)).isAccepted, true)
    assert.equal(off.count(network(1, 1)).isAccepted, false)
  })
})

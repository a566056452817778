/** Fair queues: order of service, what gives way, and memory. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { FairQueue } from './fair-queue.ts'

/** Serves a queue for some time, one piece of work after another. @returns milliseconds that each network was served */
function serve(queue: FairQueue<string>, milliseconds: number, costs: Record<string, number>): Record<string, number> {
  const served: Record<string, number> = {}
  for (let time = 0; time < milliseconds; ) {
    const network = queue.next()
    if (network === undefined) break
    const cost = costs[network] ?? 1
    queue.begin(network)(cost)
    served[network] = (served[network] ?? 0) + cost
    time += cost
  }
  return served
}

function fill(queue: FairQueue<string>, network: string, count: number): void {
  for (let n = 0; n < count; n++) queue.push(network, network)
}

describe('FairQueue', () => {
  it('serves the work of one network in order of arrival', () => {
    const queue = new FairQueue<number>()
    for (const n of [1, 2, 3]) queue.push('a', n)
    assert.deepEqual([queue.next(), queue.next(), queue.next(), queue.next()], [1, 2, 3, undefined])
    assert.equal(queue.length, 0)
  })

  it('gives networks equal time, however much each has queued and whatever its work costs', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ cost: fc.integer({ min: 1, max: 50 }), more: fc.nat(3_000) }), {
          minLength: 2,
          maxLength: 8,
        }),
        networks => {
          const queue = new FairQueue<string>()
          const costs = Object.fromEntries(networks.map(({ cost }, n) => [`${n}`, cost]))
          const share = 20_000 / networks.length
          for (const [n, { cost, more }] of networks.entries()) fill(queue, `${n}`, Math.ceil(share / cost) * 2 + more)
          const served = serve(queue, 20_000, costs)
          // The first costs are unknown, and one piece of work is not divided.
          for (const time of Object.values(served)) assert.ok(Math.abs(time - share) <= 200, JSON.stringify(served))
        },
      ),
    )
  })

  it('serves a network that arrives after at most one piece of work of a network that was alone', () => {
    const queue = new FairQueue<string>()
    fill(queue, 'flood', 100)
    serve(queue, 200, { flood: 10 })
    queue.push('other', 'other')
    assert.deepEqual(Object.keys(serve(queue, 11, { flood: 10 })).sort(), ['flood', 'other'])
  })

  it('charges expected costs at once: work that has only begun counts, too', () => {
    const queue = new FairQueue<string>()
    fill(queue, 'flood', 10)
    fill(queue, 'other', 10)
    const first = Array.from({ length: 10 }, () => {
      const network = queue.next() as string
      queue.begin(network)
      return network
    })
    assert.equal(first.filter(each => each === 'flood').length, 5)
  })

  it('gives no credit for time without work', () => {
    const queue = new FairQueue<string>()
    queue.begin('idle')(1)
    fill(queue, 'busy', 2_000)
    serve(queue, 1_000, {})
    fill(queue, 'idle', 1_000)
    const { busy = 0 } = serve(queue, 200, {})
    assert.ok(Math.abs(busy - 100) <= 2, String(busy))
  })

  it('lets the newest work of the network give way whose waiting work costs most, not that of the one with most of it', () => {
    const queue = new FairQueue<string>()
    for (let n = 0; n < 20; n++) queue.push('light', `light ${n}`)
    for (let n = 0; n < 5; n++) queue.push('heavy', `heavy ${n}`)
    for (let n = 0; n < 50; n++) queue.begin('heavy')(20)
    for (let n = 0; n < 50; n++) queue.begin('light')(1)
    assert.equal(queue.giveWay(), 'heavy 4')
    assert.deepEqual(queue.backlog().networks, 2)
    assert.equal(queue.length, 24)
  })

  it('lets the network that came last give way where all wait with the same', () => {
    const queue = new FairQueue<string>()
    for (const network of ['a', 'b', 'c']) queue.push(network, network)
    assert.equal(queue.giveWay(), 'c')
    assert.equal(new FairQueue<string>().giveWay(), undefined)
  })

  it('lets the network that came last give way where work of another one that ended meanwhile was cheap', () => {
    const queue = new FairQueue<string>()
    const end = queue.begin('early')
    for (const network of ['a', 'b']) queue.push(network, network)
    end(0.1)
    queue.push('c', 'c')
    assert.equal(queue.giveWay(), 'c')
  })

  it('removes the oldest work of each network by a condition', () => {
    const queue = new FairQueue<number>()
    for (const [network, work] of [
      ['a', 1],
      ['a', 5],
      ['b', 2],
      ['b', 1],
    ] as const)
      queue.push(network, work)
    assert.deepEqual(
      queue.removeOldest(work => work < 3),
      [1, 2, 1],
    )
    assert.deepEqual([queue.length, queue.next(), queue.next()], [1, 5, undefined])
  })

  it('forgets networks that have paid, so that memory does not grow with the networks that ever came', () => {
    const queue = new FairQueue<string>()
    for (let n = 0; n < 100_000; n++) queue.begin(`network ${n}`)(1)
    assert.ok(queue.known() < 10, String(queue.known()))
  })

  describe('of IPv6 networks', () => {
    const neighbour = (n: number, site = 1) => `2001:db8:${site}:${n.toString(16)}::/64`

    it('gives all networks of one /48 together what another network gets', () => {
      const queue = new FairQueue<string>()
      for (let n = 0; n < 200; n++) fill(queue, neighbour(n), 10)
      for (const other of ['192.0.2.1', neighbour(1, 2)]) fill(queue, other, 2_000)
      const { '192.0.2.1': ipv4 = 0, [neighbour(1, 2)]: ipv6 = 0, ...others } = serve(queue, 3_000, {})
      const flood = Object.values(others).reduce((sum, each) => sum + each, 0)
      for (const time of [ipv4, ipv6, flood]) assert.ok(Math.abs(time - 1_000) <= 3, String([ipv4, ipv6, flood]))
    })

    it('shares the turns of a /48 among its networks, whatever their work costs', () => {
      const queue = new FairQueue<string>()
      const costs = Object.fromEntries([1, 5, 20].map((cost, n) => [neighbour(n), cost]))
      for (const network of Object.keys(costs)) fill(queue, network, 3_000)
      fill(queue, '192.0.2.1', 9_000)
      const { '192.0.2.1': other = 0, ...served } = serve(queue, 6_000, costs)
      assert.ok(Math.abs(other - 3_000) <= 100, String(other))
      for (const time of Object.values(served)) assert.ok(Math.abs(time - 1_000) <= 100, JSON.stringify(served))
    })

    it('lets the /48 give way that waits with most, and in it the network with most', () => {
      const queue = new FairQueue<string>()
      for (let n = 0; n < 8; n++) queue.push(neighbour(n), neighbour(n))
      fill(queue, neighbour(3), 2)
      fill(queue, '192.0.2.1', 8)
      assert.deepEqual([queue.giveWay(), queue.giveWay()], [neighbour(3), neighbour(3)])
      assert.deepEqual([queue.length, queue.backlog().networks], [16, 2])
      assert.equal(queue.giveWay(), '192.0.2.1')
    })

    it('removes the oldest work of each network of a /48', () => {
      const queue = new FairQueue<number>()
      for (const [n, work] of [
        [1, 1],
        [1, 5],
        [2, 2],
        [2, 6],
      ] as const)
        queue.push(neighbour(n), work)
      assert.deepEqual(
        queue.removeOldest(work => work < 3),
        [1, 2],
      )
      assert.deepEqual([queue.length, queue.next(), queue.next(), queue.next()], [2, 5, 6, undefined])
      assert.equal(queue.backlog().networks, 0)
    })

    it('forgets those that have paid', () => {
      const queue = new FairQueue<string>()
      for (let n = 0; n < 100_000; n++) queue.begin(neighbour(n % 65_536, n % 5))(1)
      assert.ok(queue.known() < 20, String(queue.known()))
    })
  })
})

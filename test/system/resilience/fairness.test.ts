/** Fairness: shoppers of other client networks are served as usual while one network floods the service. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { engines } from '../../support/database/engines.ts'
import { flood } from '../../support/http/flood.ts'
import { meetShoppers, type Seen } from '../../support/http/shoppers.ts'
import { type FloodedShop, type Origin, startFloodedShop } from '../../support/resilience/flooded-shop.ts'
import { record } from '../../support/runner/rounds.ts'

const LINES = 200
/** More than may be in flight. */
const CONNECTIONS = 150
const SECONDS = 3
const SHOPPERS = 4
/** A median of others may be ten times their calm one, or this. */
const TOLERATED_MS = 250

/** Behind a proxy, which names the network of each request. */
const proxied = {
  name: 'networks that a trusted proxy names',
  settings: { TRUST_PROXY: '1' },
  attacker: { headers: { 'X-Forwarded-For': '198.51.100.1' } },
  shopper: (n: number): Origin => ({ headers: { 'X-Forwarded-For': `203.0.113.${n + 1}` } }),
}
/** Connections of their own, from loopback addresses. */
const direct = {
  name: 'addresses of connections',
  settings: {},
  attacker: { localAddress: '127.0.1.1' },
  shopper: (n: number): Origin => ({ localAddress: `127.0.2.${n + 1}` }),
}

const cases = engines.flatMap(engine => [
  { engine, instances: 1, networks: proxied },
  ...(engine === 'postgres'
    ? [{ engine, instances: 2, networks: proxied }]
    : [{ engine, instances: 1, networks: direct }]),
])

for (const { engine, instances, networks } of cases) {
  describe(`shoppers on ${engine}, instances: ${instances}, by ${networks.name}`, () => {
    let shop: FloodedShop
    let visit: (seconds: number) => Promise<Seen>
    before(async () => {
      shop = await startFloodedShop(engine, {
        instances,
        lines: LINES,
        settings: networks.settings,
        origin: networks.attacker,
      })
      const { urls, productId, token } = shop
      const shoppers = Array.from({ length: SHOPPERS }, async (_, n) => {
        return { url: urls[n % urls.length] ?? '', token: await token(), productId, ...networks.shopper(n) }
      })
      visit = await meetShoppers(await Promise.all(shoppers))
    })
    after(() => shop.stop())

    /** Compares what they see during a flood with what they saw just before; other work of the machine can slow down one of three tries, or two. */
    async function assertUnharmed(name: string, requests: string[], tries = 3): Promise<void> {
      const calm = await visit(1)
      const [seen, { statuses }] = await Promise.all([
        visit(SECONDS),
        flood({ urls: shop.urls, connections: CONNECTIONS, requests, seconds: SECONDS, ...networks.attacker }),
      ])
      const [before, during] = [medianOf(calm), medianOf(seen)]
      const comparison = `${before.toFixed(1)} → ${during.toFixed(1)} ms, flood ${JSON.stringify(statuses)}`
      record(`${name} on ${engine}, instances: ${instances}`, comparison)
      const { 0: failed = 0, ...answers } = statuses
      assert.equal(failed, 0)
      const isFlooded = Object.values(answers).reduce((sum, count) => sum + count, 0) > CONNECTIONS
      const isUnharmed = seen.refused === 0 && during <= Math.max(10 * before, TOLERATED_MS)
      if (!(isFlooded && isUnharmed) && tries > 1) return assertUnharmed(name, requests, tries - 1)
      assert.ok(isFlooded, comparison)
      assert.equal(seen.refused, 0, comparison)
      assert.ok(isUnharmed, comparison)
    }

    // Proves: client-flood
    it('are not refused while one network adds to full carts, and their median stays near their own', () =>
      assertUnharmed('adds to full carts', shop.adds))

    it('are not refused while one network sends tokens that are not valid, and their median stays near their own', () =>
      assertUnharmed('tokens that are not valid', shop.junk))
  })
}

function medianOf({ times }: Seen): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
}

/** Adds through a network that loses requests and responses: each is executed once, at every outcome of every attempt. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { createClient, createShopperClient, type ShopperClient } from 'sepet-client'
import { createAdminClient } from 'sepet-client/admin'
import { cartFor } from '../../support/cart/client.ts'
import { engines } from '../../support/database/engines.ts'
import { type LossyNetwork, mostlyPassing, startLossyNetwork } from '../../support/http/lossy-network.ts'
import { ids } from '../../support/import/shop-file.ts'
import { record, rounds } from '../../support/runner/rounds.ts'
import { seed, seededRandom } from '../../support/runner/seed.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import { freePort } from '../../support/service/test-server.ts'

const SHOPPERS = 8
const ADDS = rounds({ short: 10, long: 1_250 })
const LOGINS = rounds({ short: 1, long: 25 })
const item = { productId: ids.plain, quantity: 1 }
const retry = { attempts: 100, maxWaitSeconds: 10, timeoutSeconds: 1, deadlineSeconds: 200 }

for (const engine of engines) {
  describe(`the client in a lossy network, on ${engine}, FUZZ_SEED=${seed}`, () => {
    let service: TestService
    let network: LossyNetwork
    before(async () => {
      service = await startService(engine, { SEPET_TOKEN_SECRET: randomBytes(32).toString('hex') })
      network = await startLossyNetwork(service.url)
    })
    after(async () => {
      await network.stop()
      await service.stop()
    })
    const times = <T>(count: number, create: (index: number) => Promise<T>) =>
      Promise.all(Array.from({ length: count }, (_, index) => create(index)))
    const lose = (n: number) => network.use(mostlyPassing(seededRandom(seed + n), { isLate: true }))
    const stopLosing = () => network.use(() => 'passed')

    it('adds every item once, for several shoppers at the same time', async () => {
      lose(1)
      const tokens = await times(SHOPPERS, () => service.token('guest', { ttlSeconds: 86_400 }))
      const totals = await times(SHOPPERS, async shopper => {
        const token = tokens[shopper] ?? assert.fail()
        const { cart } = createClient({ baseUrl: network.url, token, retry })
        for (let added = 1; added <= ADDS; added++) assert.equal((await cart.addItem(item)).totalQuantity, added)
        return (await cartFor(service, token).read()).totalQuantity
      })
      stopLosing()
      assert.deepEqual(totals, Array(SHOPPERS).fill(ADDS))
      const { lost, unanswered, cut, late } = network.counts
      assert.ok(lost > 0 && unanswered > 0 && cut > 0, JSON.stringify(network.counts))
      record(
        `adds through a lossy network, ${engine}`,
        `${SHOPPERS * ADDS} adds; ${lost} requests lost, ${unanswered} without a response, ${cut} cut, ${late} late`,
      )
    })

    it('adds every item of calls that were made at the same time', async () => {
      lose(2)
      const token = await service.token('guest')
      const { cart } = createClient({ baseUrl: network.url, token, retry })
      const quantities = await times(ADDS, async () => (await cart.addItem(item)).totalQuantity)
      stopLosing()
      assert.deepEqual(
        quantities,
        Array.from({ length: ADDS }, (_, index) => index + 1),
      )
    })

    it('adds every item once while the shopper logs in', async () => {
      const admin = createAdminClient({
        baseUrl: service.url,
        token: await service.token('admin', { scope: 'customers:write' }),
      })
      lose(3)
      await times(SHOPPERS, async () => {
        for (let login = 0; login < LOGINS; login++) {
          const { id } = await admin.customers.create({})
          const token = await service.token('member', { id: String(id) })
          const shopper = createShopperClient({ baseUrl: network.url, retry })
          await addsAround(shopper, () => shopper.logIn(token))
          assert.equal((await cartFor(service, token).read()).totalQuantity, 6)
        }
      })
      stopLosing()
    })

    it('adds every item once while the service restarts', async () => {
      const port = String(await freePort())
      const first = await service.startPeer({ PORT: port })
      const way = await startLossyNetwork(first.url)
      const token = await service.token('guest')
      const { cart } = createClient({ baseUrl: way.url, token, retry })
      const adding = times(10, () => cart.addItem(item))
      await first.stop()
      const second = await service.startPeer({ PORT: port })
      await adding
      assert.equal((await cartFor(service, token).read()).totalQuantity, 10)
      await way.stop()
      await second.stop()
    })
  })
}

/** Three adds before the login has begun, three while it is in progress; some of the former end later than it. */
async function addsAround({ cart }: ShopperClient, logIn: () => Promise<unknown>): Promise<void> {
  await cart.addItem(item)
  const before = [cart.addItem(item), cart.addItem(item)]
  const login = logIn()
  await Promise.all([...before, cart.addItem(item), cart.addItem(item), cart.addItem(item), login])
}

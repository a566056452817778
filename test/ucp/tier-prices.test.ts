/** Prices by quantity for shopping agents: in the catalogue, in the search by price, and in carts, on both engines. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { engines } from '../support/database/engines.ts'
import { chanceOf } from '../support/import/random-products.ts'
import { ids, product, shopFile } from '../support/import/shop-file.ts'
import { seed, seededRandom } from '../support/runner/seed.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { type AgentsShop, idsOnAllPages, startAgentsShop } from '../support/ucp/catalogue.ts'
import { type Agent, createAgent, linesOf } from '../support/ucp/carts.ts'
import { type AgentPlatform, listing, startPlatform } from '../support/ucp/platform.ts'

const tier = (from: number, price: string, customerGroupId?: number) => ({
  from,
  price,
  ...(customerGroupId && { customerGroupId }),
})

const discount = { type: 'percent', value: '10' }
const products = [
  product({
    id: 201,
    name: 'Kademeli',
    price: '100',
    tierPrices: [tier(10, '90'), tier(50, '80'), tier(5, '1', ids.group)],
  }),
  product({
    ...{ id: 202, name: 'Varyantlı', price: '100', discount, tierPrices: [tier(10, '90')] },
    variants: [
      { id: 1, name: 'Ürünün' },
      { id: 2, name: 'Kendi', tierPrices: [tier(4, '50'), tier(1, '80')] },
      { id: 3, name: 'Etkisiz', price: '20' },
    ],
  }),
  product({ id: 203, name: 'Tekten', price: '700', tierPrices: [tier(1, '300')] }),
  product({ id: 204, name: 'Bayiye', price: '700', tierPrices: [tier(1, '300', ids.group)] }),
  product({ id: 205, name: 'Pahalı kademe', price: '700', tierPrices: [tier(1, '900')] }),
]

for (const engine of engines) {
  describe(`prices by quantity in the catalogue for agents on ${engine}`, () => {
    let shop: AgentsShop
    before(async () => {
      shop = await startAgentsShop(engine)
      await shop.service.importShop(shopFile({ products }))
    })
    after(() => shop.stop())

    it('stand in the metadata of variants, of guests alone and after the discount; where there are none, it is absent', async () => {
      const answer = await shop.lookUp({ ids: ['201', '202-1', '202-2', '202-3', '203', '204'] })
      const told = answer.products.flatMap(({ variants }) =>
        variants.map(({ id, price, metadata }) => [
          id,
          price.amount,
          metadata?.tier_prices.map(each => [each.from, each.price.amount, each.price.currency]),
        ]),
      )
      assert.deepEqual(told, [
        [
          '201',
          10000,
          [
            [10, 9000, 'TRY'],
            [50, 8000, 'TRY'],
          ],
        ],
        ['202-1', 9000, [[10, 8100, 'TRY']]],
        ['202-2', 7200, [[4, 4500, 'TRY']]],
        ['202-3', 1800, undefined],
        ['203', 30000, undefined],
        ['204', 70000, undefined],
      ])
      const { product: found } = await shop.getProduct({ id: '202' })
      assert.deepEqual(found?.price_range, {
        min: { amount: 1800, currency: 'TRY' },
        max: { amount: 9000, currency: 'TRY' },
      })
    })

    it('are found by the price that is shown, for any prices, tiers and discounts', async () => {
      const chance = chanceOf(seededRandom(seed))
      const price = () => String(1 + Math.floor(chance.next() * 30))
      const tiers = () =>
        chance.next() < 0.3
          ? {}
          : { tierPrices: [tier(1, price(), 7), tier(chance.pick([1, 2]), price()), tier(5, price())] }
      const offer = () => ({
        ...tiers(),
        discount: chance.next() < 0.5 ? null : { type: chance.pick(['percent', 'amount', 'price']), value: price() },
      })
      const randomProducts = Array.from({ length: 40 }, (_, n) => {
        const variants = Array.from({ length: chance.pick([0, 0, 1, 3]) }, (_, at) => ({
          ...{ id: at + 1, name: `V${at}`, price: chance.pick([null, price()]) },
          ...offer(),
        }))
        return product({ id: 2_001 + n, name: 'Rastgele', price: price(), ...offer(), variants })
      })
      await shop.service.importShop({ products: randomProducts })
      const pages = async (filters?: object) => (await idsOnAllPages(shop, { query: 'rastgele', filters })).flat()
      const all = await pages()
      assert.equal(all.length, 40)
      const items = (await shop.search({ query: 'rastgele', pagination: { limit: 50 } })).products
      for (const [min, max] of [
        [1, 1],
        [5, 10],
        [10, 10],
        [12, 40],
        [0, 4],
      ] as const) {
        const isIn = (amount: number) => amount >= min * 100 && amount <= max * 100
        const expected = items.filter(({ variants }) => variants.some(each => isIn(each.price.amount)))
        assert.deepEqual(
          await pages({ price: { min: min * 100, max: max * 100 } }),
          expected.map(({ id }) => id),
        )
      }
    })

    it('count in a search by price from one piece on alone', async () => {
      const inRange = async (min: number, max: number) =>
        (await shop.search({ filters: { price: { min: min * 100, max: max * 100 } } })).products.map(({ id }) => id)
      assert.deepEqual(await inRange(300, 300), ['203'])
      assert.deepEqual(await inRange(600, 999), ['204', '205'])
      assert.deepEqual(await inRange(45, 85), ['202'])
      assert.deepEqual(await inRange(72, 72), ['202'])
      assert.deepEqual(await inRange(73, 89), [])
      assert.deepEqual(await inRange(81, 95), ['202'])
    })
  })

  describe(`prices by quantity in an agent’s cart on ${engine}`, () => {
    let service: TestService
    let platform: AgentPlatform
    let agent: Agent
    before(async () => {
      platform = await startPlatform()
      service = await startService(engine, listing(platform))
      await service.importShop(shopFile({ shop: { settings: { sellAtNegativeStock: true } }, products }))
      agent = createAgent(service, platform.profile)
    })
    after(async () => {
      await service.stop()
      await platform.stop()
    })

    it('follow the quantity of each line, also where lines of one item are joined', async () => {
      const lines = (cart: Awaited<ReturnType<Agent['created']>>) =>
        cart.line_items.map(({ item, quantity, totals }) => [item.id, quantity, item.price, totals[0]?.amount])
      const made = await agent.created({ line_items: linesOf('201×9', '202-2×3') })
      assert.deepEqual(lines(made), [
        ['201', 9, 10000, 90000],
        ['202-2', 3, 7200, 21600],
      ])
      const updated = await agent.updated(made.id, { line_items: linesOf('201×4', '202-2×4', '201×6') })
      assert.deepEqual(lines(updated), [
        ['201', 10, 9000, 90000],
        ['202-2', 4, 4500, 18000],
      ])
      assert.deepEqual(lines(await agent.found(made.id)), lines(updated))
    })
  })
}

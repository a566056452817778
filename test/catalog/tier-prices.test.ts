/** Prices by quantity in the list and the changes of products, on both engines: what is refused, what changes, and what races leave. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { addItem, cartOf, refusalsOf } from '../support/cart/cart.ts'
import { type ChangedMeta, change, changed, list, pageOf, revisionOf } from '../support/catalog/products.ts'
import { engines } from '../support/database/engines.ts'
import { ids, product, shopFile } from '../support/import/shop-file.ts'
import { type Instances, startInstances } from '../support/service/instances.ts'
import { startService, type TestService } from '../support/service/service.ts'

interface Tier {
  from: unknown
  price: unknown
  customerGroupId?: unknown
}

const tier = (from: unknown, price: unknown, customerGroupId?: unknown): Tier => ({
  from,
  price,
  ...(customerGroupId !== undefined && { customerGroupId }),
})

const shop = shopFile({
  products: [
    product({ id: ids.plain, sku: 'P-1', price: '100', tierPrices: [tier(50, '80'), tier(10, '90')] }),
    product({
      id: ids.variants,
      price: '100',
      variants: [
        { id: ids.smallBlue, sku: 'V-1', name: 'S', stock: 3, tierPrices: [tier(5, '95', ids.group)] },
        { id: ids.largeBlue, sku: 'V-2', name: 'L', stock: 3 },
      ],
    }),
  ],
})

for (const engine of engines) {
  describe(`prices by quantity of products on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine)
    })
    beforeEach(() => service.importShop(shop))
    after(() => service.stop())

    const tiersOf = async (id: number) => {
      const [found] = (await pageOf(service, `?filter[id]=${id}`)).data as unknown as {
        tierPrices: Tier[]
        variants: { tierPrices: Tier[] }[]
      }[]
      return [found?.tierPrices, ...(found?.variants ?? []).map(each => each.tierPrices)]
    }

    // Proves: half-valid-changes
    it('are refused with the place of each fault, and nothing changes', async () => {
      const before = [await revisionOf(service), (await list(service)).text]
      const many = Array.from({ length: 21 }, (_, n) => tier(n + 1, '1'))
      const cases: [tierPrices: unknown, pointers: string[]][] = [
        ['10=90', ['field_invalid /0/tierPrices']],
        [{}, ['field_invalid /0/tierPrices']],
        [many, ['field_invalid /0/tierPrices']],
        [
          [null, 'x'],
          ['field_invalid /0/tierPrices/0', 'field_invalid /0/tierPrices/1'],
        ],
        [[{}], ['field_required /0/tierPrices/0/from', 'field_required /0/tierPrices/0/price']],
        [
          [tier(0, '1'), tier(100_001, '1'), tier(1.5, '1'), tier('10', '1')],
          [0, 1, 2, 3].map(n => `field_invalid /0/tierPrices/${n}/from`),
        ],
        [
          [tier(1, 90), tier(2, '-1'), tier(3, ''), tier(4, '1e3')],
          [0, 1, 2, 3].map(n => `field_invalid /0/tierPrices/${n}/price`),
        ],
        [[tier(10, '1', 0), tier(11, '1', '7')], [0, 1].map(n => `field_invalid /0/tierPrices/${n}/customerGroupId`)],
        [[tier(10, '1'), tier(5, '1'), tier(10, '2')], ['field_invalid /0/tierPrices/2/from']],
        [
          [tier(10, '1', 7), tier(10, '1', null), tier(10, '1'), tier(10, '1', 7)],
          [2, 3].map(n => `field_invalid /0/tierPrices/${n}/from`),
        ],
        [
          [tier(10, '1', 8), tier(10, '1', 7), tier(9, '1', 9)],
          [0, 2].map(n => `customer_group_not_found /0/tierPrices/${n}/customerGroupId`),
        ],
      ]
      for (const [tierPrices, expected] of cases) {
        const answer = await change(service, [
          { id: ids.plain, tierPrices },
          { sku: 'V-2', stock: 9 },
        ])
        assert.deepEqual(
          refusalsOf(answer),
          expected.map(each => `422 ${each}`),
          JSON.stringify(tierPrices),
        )
      }
      const nested = await change(service, [
        { id: ids.variants, variants: [{ id: ids.smallBlue, tierPrices: [tier(5, '1', 8)] }] },
      ])
      assert.deepEqual(refusalsOf(nested), ['422 customer_group_not_found /0/variants/0/tierPrices/0/customerGroupId'])
      assert.deepEqual([await revisionOf(service), (await list(service)).text], before)
    })

    it('are listed by customer group and quantity, and empty for none', async () => {
      assert.deepEqual(await tiersOf(ids.plain), [[tier(10, '90'), tier(50, '80')]])
      assert.deepEqual(await tiersOf(ids.variants), [[], [tier(5, '95', 7)], []])
      await changed(service, [
        { id: ids.plain, tierPrices: [tier(50, '70', 7), tier(2, '99', null), tier(10, '85', 7)] },
      ])
      assert.deepEqual(await tiersOf(ids.plain), [[tier(2, '99'), tier(10, '85', 7), tier(50, '70', 7)]])
    })

    it('change with the next read of a cart, also those of a variant by its SKU', async () => {
      const token = await service.token('guest')
      await addItem(service, token, ids.variants, 3, ids.largeBlue)
      await addItem(service, token, ids.plain, 5)
      const totals = async () =>
        cartOf(await service.call('GET', '/cart', { token })).included.map(line => line.attributes.lineTotal.amount)
      assert.deepEqual(await totals(), ['300.00', '500.00'])
      await changed(service, [
        { sku: 'V-2', tierPrices: [tier(3, '60')] },
        { id: ids.plain, tierPrices: [tier(5, '50.005')] },
      ])
      assert.deepEqual(await totals(), ['180.00', '250.03'])
      await changed(service, [
        { id: ids.variants, tierPrices: [tier(2, '10')], variants: [{ sku: 'V-2', tierPrices: [] }] },
      ])
      assert.deepEqual(await totals(), ['30.00', '250.03'])
    })

    it('are unchanged in another order, with other zeros or a null for no group, and a shop that has them already keeps its revision', async () => {
      const before = await revisionOf(service)
      const same = [
        { id: ids.plain, tierPrices: [tier(50, '80.00', null), tier(10, '090')] },
        {
          id: ids.variants,
          tierPrices: null,
          variants: [{ id: ids.largeBlue, tierPrices: [] }, { id: ids.smallBlue }],
        },
      ]
      assert.deepEqual(await changed(service, same), [0, 2])
      assert.equal(await revisionOf(service), before)
      assert.deepEqual(await changed(service, [{ id: ids.plain, tierPrices: [tier(50, '80')] }]), [1, 0])
      assert.deepEqual(await changed(service, [{ id: ids.plain, tierPrices: null }]), [1, 0])
      assert.deepEqual(await tiersOf(ids.plain), [[]])
    })

    it('are kept by a change that does not name them, and what they have besides is told', async () => {
      const answer = await change(service, [
        { id: ids.plain, stock: 9 },
        { sku: 'V-1', tierPrices: [{ ...tier(5, '95', 7), to: 9 }] },
      ])
      const { meta } = answer.json as { meta: ChangedMeta }
      assert.deepEqual([meta.updated, meta.warnings.map(({ pointer }) => pointer)], [1, ['/1/tierPrices/0/to']])
      assert.deepEqual(await tiersOf(ids.plain), [[tier(10, '90'), tier(50, '80')]])
    })
  })

  describe(`simultaneous changes of prices by quantity on ${engine}`, () => {
    let instances: Instances
    before(async () => {
      instances = await startInstances(engine)
      await instances.at(0).importShop(shop)
    })
    after(() => instances.stop())

    it('leave the whole list of one of them, and every cart reads such a list', async () => {
      const token = await instances.at(0).token('guest')
      await addItem(instances.at(0), token, ids.plain, 10)
      const lists = Array.from({ length: 8 }, (_, n) => [
        tier(10, `${50 + n}`),
        tier(11, `${40 + n}`),
        tier(20, `${30 + n}`, ids.group),
      ])
      const prices = new Set(['90.00', ...lists.map((_, n) => `${50 + n}.00`)])
      const read = async (n: number) => {
        const [line] = cartOf(await instances.at(n).call('GET', '/cart', { token })).included
        const price = line?.attributes.unitPrice.amount ?? ''
        assert.ok(prices.has(price), price)
      }
      await Promise.all([
        ...lists.map((tierPrices, n) => changed(instances.at(n), [{ id: ids.plain, tierPrices }])),
        ...lists.map((_, n) => changed(instances.at(n), [{ sku: 'P-1', stock: n + 10 }])),
        ...Array.from({ length: 20 }, (_, n) => read(n)),
      ])
      const [found] = (await pageOf(instances.at(1), `?filter[id]=${ids.plain}`)).data as unknown as {
        tierPrices: Tier[]
      }[]
      assert.ok(
        lists.some(each => JSON.stringify(each) === JSON.stringify(found?.tierPrices)),
        JSON.stringify(found),
      )
    })
  })
}

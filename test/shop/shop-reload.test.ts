/** What instances read again after a change of the shop: products alone, or settings and promotions, too. On both engines. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { transaction } from '../../src/db/database.ts'
import { addItem, cartOf } from '../support/cart/cart.ts'
import { changed } from '../support/catalog/products.ts'
import { engines } from '../support/database/engines.ts'
import { recordStatements } from '../support/database/statements.ts'
import { ids, product } from '../support/import/shop-file.ts'
import { type CallPromotions, campaign, campaignPath, promotionCaller } from '../support/promotions/promotions.ts'
import { startService, type TestService } from '../support/service/service.ts'

const CAMPAIGN = 1
/** The statement that reads settings and promotions names the table of campaigns; that of a cart joins its own coupon. */
const READS_PROMOTIONS = /from (campaigns|coupons)\b/

for (const engine of engines) {
  describe(`the parts of the shop on ${engine}`, () => {
    let instances: [TestService, TestService]
    let takeStatements: (() => string[])[]
    let token: string
    let call: CallPromotions
    before(async () => {
      const service = await startService(engine)
      instances = [service, await service.startPeer()]
      takeStatements = instances.map(recordStatements)
      token = await service.token('guest')
      await addItem(service, token, ids.plain)
      call = await promotionCaller(service)
      await setCampaign('K0')
    })
    after(async () => {
      await instances[1].stop()
      await instances[0].stop()
    })

    const setCampaign = async (name: string) =>
      assert.ok((await call('PUT', campaignPath(CAMPAIGN), campaign({ name }))).status < 300)
    /** The price and the stock of the line, and the name of the campaign, as an instance shows them. */
    const shownBy = async (instance: TestService) => {
      const { data, included } = cartOf(await instance.call('GET', '/cart', { token }))
      const { unitPrice, stock } = included[0]?.attributes ?? assert.fail('no line')
      return { price: unitPrice.amount, stock, campaign: data.attributes.campaigns?.[0]?.name }
    }
    const shown = () => Promise.all(instances.map(shownBy))
    /** The number of statements of each instance since the last call, and of those that read all promotions. */
    const counted = () =>
      takeStatements.map(take => {
        const texts = take()
        return { statements: texts.length, promotions: texts.filter(text => READS_PROMOTIONS.test(text)).length }
      })
    /** Changes the shop as an instance of the previous version does: it increments `revision` alone. */
    const asPreviousVersion = (work: (kysely: TestService['database']['kysely']) => Promise<unknown>) =>
      transaction(instances[0].database, async ({ kysely }) => {
        await work(kysely)
        await sql`update shop set revision = revision + 1 where id = 1`.execute(kysely)
      })

    it('are read together by the first request of an instance', async () => {
      counted()
      const fresh = await instances[0].startPeer()
      const take = recordStatements(fresh)
      await shownBy(fresh)
      assert.equal(take().filter(text => READS_PROMOTIONS.test(text)).length, 1)
      await fresh.stop()
    })

    it('do not include promotions after changes of products: no instance reads campaigns or coupons', async () => {
      await changed(instances[0], [{ id: ids.plain, stock: 1 }])
      await shown()
      counted()
      for (const stock of [2, 3, 4]) {
        await changed(instances[stock % 2] as TestService, [{ id: ids.plain, price: `${stock}`, stock }])
        counted()
        for (const each of await shown()) assert.deepEqual(each, { price: `${stock}.00`, stock, campaign: 'K0' })
        // The cart, what has changed, and the product.
        assert.deepEqual(counted(), Array(2).fill({ statements: 3, promotions: 0 }))
      }
      await changed(instances[0], [{ id: ids.taxFree, stock: 9 }])
      counted()
      await shown()
      assert.deepEqual(counted(), Array(2).fill({ statements: 2, promotions: 0 }))
      await shown()
      assert.deepEqual(counted(), Array(2).fill({ statements: 1, promotions: 0 }))
    })

    it('do not include promotions for an instance that has missed more changes than the log of products has', async () => {
      const [service, idle] = instances
      await shown()
      for (let stock = 100; stock < 205; stock++) await changed(service, [{ id: ids.plain, stock }])
      counted()
      assert.equal((await shownBy(idle)).stock, 204)
      assert.equal(counted()[1]?.promotions, 0)
    })

    it('include promotions in the next request of every instance after a change of a campaign, beside changes of products', async () => {
      await changed(instances[0], [{ id: ids.plain, price: '5', stock: 5 }])
      await setCampaign('K1')
      await changed(instances[1], [{ id: ids.plain, price: '6', stock: 6 }])
      for (const each of await shown()) assert.deepEqual(each, { price: '6.00', stock: 6, campaign: 'K1' })
      await setCampaign('K2')
      counted()
      for (const each of await shown()) assert.deepEqual(each, { price: '6.00', stock: 6, campaign: 'K2' })
      assert.deepEqual(counted(), Array(2).fill({ statements: 3, promotions: 1 }))
    })

    it('are both read after an import', async () => {
      await instances[0].importShop({
        products: [product({ id: ids.plain, price: '7', stock: 7 })],
        campaigns: [{ id: CAMPAIGN, ...campaign({ name: 'K3' }) }],
      })
      for (const each of await shown()) assert.deepEqual(each, { price: '7.00', stock: 7, campaign: 'K3' })
      await instances[0].importShop({ campaigns: [{ id: CAMPAIGN, ...campaign({ name: 'K4' }) }] })
      for (const each of await shown()) assert.deepEqual(each, { price: '7.00', stock: 7, campaign: 'K4' })
    })

    it('are both read after each write of an instance of the previous version, which knows one revision', async () => {
      const setName = (name: string) =>
        asPreviousVersion(async kysely => {
          const stored = kysely.selectFrom('campaigns').select('document').where('id', '=', CAMPAIGN)
          const { document } = await stored.executeTakeFirstOrThrow()
          const renamed = JSON.stringify({ ...JSON.parse(document), name })
          await kysely.updateTable('campaigns').set({ document: renamed }).where('id', '=', CAMPAIGN).execute()
        })
      const setStock = (stock: number) =>
        asPreviousVersion(kysely =>
          kysely
            .updateTable('products')
            .set({ stock: `${stock}` })
            .where('id', '=', ids.plain)
            .execute(),
        )
      await changed(instances[0], [{ id: ids.plain, stock: 20 }])
      await changed(instances[1], [{ id: ids.plain, stock: 21 }])
      await shown()
      await setName('K5')
      for (const each of await shown()) assert.deepEqual(each, { price: '7.00', stock: 21, campaign: 'K5' })
      await setStock(22)
      for (const each of await shown()) assert.deepEqual(each, { price: '7.00', stock: 22, campaign: 'K5' })
      await setName('K6')
      await changed(instances[1], [{ id: ids.plain, stock: 23 }])
      for (const each of await shown()) assert.deepEqual(each, { price: '7.00', stock: 23, campaign: 'K6' })
      await changed(instances[0], [{ id: ids.plain, stock: 24 }])
      await setName('K7')
      await setCampaign('K8')
      for (const each of await shown()) assert.deepEqual(each, { price: '7.00', stock: 24, campaign: 'K8' })
    })

    it('are never of two times: no cart has an older campaign beside a newer product', async () => {
      const ROUNDS = 30
      await changed(instances[0], [{ id: ids.plain, price: '1000' }])
      await setCampaign('1000')
      let isOver = false
      const seen: { product: number; campaign: number }[] = []
      const readUntilOver = async (instance: TestService) => {
        let last = 0
        while (!isOver) {
          const { price, campaign: name } = await shownBy(instance)
          const each = { product: Number(price), campaign: Number(name) }
          assert.ok(each.product + each.campaign >= last, 'an instance never goes back')
          last = each.product + each.campaign
          seen.push(each)
        }
      }
      const readers = instances.flatMap(instance => [readUntilOver(instance), readUntilOver(instance)])
      try {
        // The product first, then the campaign: the product is equal, or one ahead.
        for (let n = 1_001; n <= 1_000 + ROUNDS; n++) {
          await changed(instances[n % 2] as TestService, [{ id: ids.plain, price: `${n}` }])
          await setCampaign(`${n}`)
        }
      } finally {
        isOver = true
        await Promise.all(readers)
      }
      for (const { product: price, campaign: name } of seen)
        assert.ok(price === name || price === name + 1, `product ${price} beside campaign ${name}`)
      assert.ok(new Set(seen.map(each => each.product)).size > 1, 'reads and changes ran at the same time')
    })
  })
}

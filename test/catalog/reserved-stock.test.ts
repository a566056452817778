/** Reserved stock in the lists of staff, which an import takes back, on both engines. */

import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { listProducts } from '../../src/cli/products.ts'
import { addItem } from '../support/cart/cart.ts'
import { allPages, revisionOf } from '../support/catalog/products.ts'
import { expire, hold } from '../support/checkouts/orders.ts'
import { guardedShop, setStock, stockOf } from '../support/checkouts/stock.ts'
import { engines } from '../support/database/engines.ts'
import { importOver, type Report } from '../support/import/http-imports.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

const { plain, variants, smallBlue } = ids

for (const engine of engines) {
  describe(`reserved stock in lists on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine)
      await guardedShop(service)
      const token = await service.token('guest')
      await addItem(service, token, plain, 2)
      await addItem(service, token, variants, 3, smallBlue)
      assert.equal((await hold(service, 'first', token)).status, 201)
    })
    after(() => service.stop())
    const printed = async (json: boolean) => {
      const stdout = new PassThrough()
      const written = text(stdout)
      await listProducts(service.database, { json, now: Date.now() }, stdout)
      stdout.end()
      return written
    }
    const importReport = async (products: object[]) => {
      const answer = await importOver(service, { products })
      assert.equal(answer.status, 200, answer.text)
      return (answer.json as Report).data
    }
    const read = async () => (await allPages(service)).flatMap(({ data }) => data)

    it('is taken back by an import without a warning, and changes nothing', async () => {
      const [before, listed] = [await revisionOf(service), await read()]
      const { warnings, warningsTotal } = await importReport(listed)
      assert.deepEqual([warnings, warningsTotal], [[], 0])
      assert.equal(await revisionOf(service), before)
      assert.deepEqual(await read(), listed)
      assert.deepEqual(await stockOf(service, plain), { stock: 5, reserved: 2 })
      assert.deepEqual(await stockOf(service, variants, smallBlue), { stock: 3, reserved: 3 })
    })

    it('is what holds reserve, whatever an import says, and whatever stock it sets', async () => {
      const listed = await read()
      const edited = listed.map(each => ({
        ...each,
        ...{ stock: 1, reserved: each.id === plain ? 99 : 'none' },
        variants: each.variants.map(variant => ({ ...variant, reserved: null })),
      }))
      assert.deepEqual((await importReport(edited)).warnings, [])
      assert.deepEqual(await stockOf(service, plain), { stock: 1, reserved: 2 })
      assert.deepEqual(await stockOf(service, variants, smallBlue), { stock: 3, reserved: 3 })
      await importReport(listed)
    })

    it('is listed by the command until it ends, and not while the stock guard is off', async () => {
      const shown = async () => {
        const lines = (await printed(true)).trimEnd().split('\n')
        const found = lines.map(line => JSON.parse(line)).find(({ id }) => id === variants)
        return [found.reserved, found.variants[0].stock, found.variants[0].reserved]
      }
      await setStock(service, plain, 5.5)
      assert.match(await printed(false), /^101 .* stock 5\.5, 2 reserved$/m)
      assert.match(await printed(false), /^ {4}\d+ {2}Mavi \/ S .* stock 3, 3 reserved$/m)
      assert.deepEqual(await shown(), [0, 3, 3])
      await guardedShop(service, { stockGuard: false })
      assert.deepEqual(await shown(), [0, 3, 0])
      assert.doesNotMatch(await printed(false), /reserved/)
      await guardedShop(service)
      await expire(service, 'first')
      assert.deepEqual(await shown(), [0, 3, 0])
    })
  })
}

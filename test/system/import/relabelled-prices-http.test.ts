/** Settings that relabel prices over HTTP, by the client and on the command line: refusals, permission, and the carts afterwards. */

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createAdminClient } from 'sepet-client/admin'
import { addItem, cartOf, refusalsOf } from '../../support/cart/cart.ts'
import { refusalsIn } from '../../support/cart/client.ts'
import { createDatabase, engines, type TestDatabase } from '../../support/database/engines.ts'
import { importOver, type Refused, type Report } from '../../support/import/http-imports.ts'
import { ids, product, shopFile } from '../../support/import/shop-file.ts'
import { runSepet } from '../../support/service/process.ts'
import { startService, type TestService } from '../../support/service/service.ts'

const PERMITTED = '?allowCurrencyChange=true'
const ALL = { currencyCode: 'EUR', decimalPlaces: 0, settings: { pricesIncludeVat: true } }
const refused = ['/shop/currencyCode', '/shop/decimalPlaces', '/shop/settings/pricesIncludeVat'].map(
  pointer => `422 prices_relabelled ${pointer}`,
)
const relabels = (from: string, to: string) =>
  `would change from ${from} to ${to}, which relabels the prices of stored products: permit it by --allow-currency-change, or over HTTP by ?allowCurrencyChange=true`

for (const engine of engines) {
  describe(`a change of what prices mean over HTTP on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine)
    })
    after(() => service.stop())

    const revision = async () =>
      (await service.database.kysely.selectFrom('shop').select('revision').executeTakeFirstOrThrow()).revision
    const importShop = (file: object, query = '') => importOver(service, file, { query })
    const shippingCompanies = [{ id: 1, name: 'Kargo', default: true, rates: [{ from: '0', price: '60' }] }]

    it('is refused with the pointer of each setting, and imports nothing', async () => {
      const before = await revision()
      const answer = await importShop({ shop: { ...ALL, name: 'Yeni' }, products: [product({ id: 900 })] })
      assert.deepEqual(refusalsOf(answer), refused)
      const { errors, meta } = answer.json as Refused
      assert.equal(errors[0]?.detail, `shop/currencyCode ${relabels('"TRY"', '"EUR"')}.`)
      assert.deepEqual(meta, { total: 3 })
      const products = await service.database.kysely.selectFrom('products').select('id').where('id', '=', 900).execute()
      assert.deepEqual(products, [])
      assert.equal(await revision(), before)
    })

    it('is refused beside the problems of other fields, each with its code', async () => {
      const file = { shop: { decimalPlaces: 3 }, products: [product({ id: 900, price: 5 })] }
      assert.deepEqual(refusalsOf(await importShop(file)), [
        '422 field_invalid /products/0/price',
        '422 prices_relabelled /shop/decimalPlaces',
      ])
    })

    it('takes no permission but true, once', async () => {
      for (const query of ['=false', '=1', '=', '=TRUE', '=true&allowCurrencyChange=true']) {
        const answer = await importShop({ shop: ALL }, `?allowCurrencyChange${query}`)
        assert.deepEqual(refusalsOf(answer), ['400 parameter_invalid'], query)
        assert.equal((answer.json as Refused).errors[0]?.source?.parameter, 'allowCurrencyChange')
      }
    })

    it('is priced by the next request of every cart on every instance, with permission', async () => {
      const peer = await service.startPeer()
      const token = await service.token('guest')
      await service.importShop({ products: [product({ id: ids.plain, price: '99.90' })], shippingCompanies })
      await addItem(service, token, ids.plain, 3)
      const read = async (instance: TestService) => cartOf(await instance.call('GET', '/cart', { token }))
      const etagBefore = (await peer.call('GET', '/cart', { token })).headers.get('etag')
      const shown = async () => {
        const [cart, other] = [await read(service), await read(peer)]
        assert.deepEqual(other, cart)
        const { unitPrice, lineTotal } = cart.included[0]?.attributes ?? assert.fail()
        const { subtotal, grandTotal } = cart.data.attributes
        const { subtotalWithVat, cargo } = cart.data.meta?.vat ?? assert.fail()
        return {
          money: [unitPrice, lineTotal, subtotal, subtotalWithVat, grandTotal].map(each => each?.amount),
          cargo: cargo && [cargo.vatRate, cargo.net.amount, cargo.vat.amount],
        }
      }
      assert.deepEqual(await shown(), {
        money: ['99.90', '299.70', '299.70', '359.64', '359.64'],
        cargo: undefined,
      })
      await importShop({ shop: { settings: { cargoVatRate: 20 } } })
      assert.deepEqual((await shown()).cargo, [20, '50.00', '10.00'])
      assert.equal((await importShop({ shop: { settings: { pricesIncludeVat: true } } }, PERMITTED)).status, 200)
      assert.deepEqual((await shown()).money, ['83.25', '249.75', '249.75', '299.70', '299.70'])
      const headers = { 'If-None-Match': etagBefore ?? '' }
      assert.equal((await peer.call('GET', '/cart', { token, headers })).status, 200, 'the tag has changed')
      assert.equal((await importShop({ shop: { decimalPlaces: 0, currencyCode: 'JPY' } }, PERMITTED)).status, 200)
      assert.deepEqual((await shown()).money, ['83', '250', '250', '300', '300'])
      assert.equal((await read(peer)).data.attributes.subtotal.currencyCode, 'JPY')
      await peer.stop()
    })

    it('needs no permission for the values that are there, and is no change of the revision', async () => {
      const back = {
        ...shopFile(),
        shop: { currencyCode: 'TRY', decimalPlaces: 2, settings: { pricesIncludeVat: true } },
      }
      assert.equal((await importShop(back, PERMITTED)).status, 200)
      const before = await revision()
      assert.equal((await importShop(back)).status, 200)
      assert.equal(await revision(), before)
      assert.deepEqual(refusalsOf(await importShop({ shop: { settings: { pricesIncludeVat: false } } })), [refused[2]])
    })

    it('is permitted by the client with allowCurrencyChange only', async () => {
      const token = await service.token('admin', { scope: 'catalogue:write' })
      const { imports } = createAdminClient({ baseUrl: service.url, token })
      const file = { shop: { currencyCode: 'USD' } }
      assert.deepEqual(await refusalsIn(imports.shopFile(file)), [refused[0]])
      assert.deepEqual(await refusalsIn(imports.shopFile(file, { allowCurrencyChange: false })), [refused[0]])
      const { files } = await imports.shopFile(file, { allowCurrencyChange: true })
      assert.deepEqual(files[0]?.sections, [{ section: 'shop', created: 0, updated: 1, unchanged: 0 }])
    })

    it('is missed by a CSV with VAT where the setting was never set: one warning', async () => {
      const fresh = await startService(engine)
      const csv = 'Handle,Title,Variant Price,Variant Taxable\nketen,Keten,10,true\nipek,İpek,20,true\n'
      const warnings = async (query: string) => {
        const answer = await importOver(fresh, csv, { query })
        assert.equal(answer.status, 200, answer.text)
        return (answer.json as Report).data.warnings.filter(({ at }) => at === '')
      }
      const message =
        'has products with a VAT rate above 0, and the shop has never set pricesIncludeVat: their prices count as prices without VAT; import a shop file with {"shop": {"settings": {"pricesIncludeVat": true}}} and --allow-currency-change if they include it, or with false'
      assert.deepEqual(await warnings('?vatRate=20'), [{ at: '', message, value: null, count: 1, places: [''] }])
      await fresh.importShop({ shop: { settings: { pricesIncludeVat: false } } })
      assert.deepEqual(await warnings('?vatRate=20'), [])
      await fresh.stop()
    })
  })
}

describe('a change of what prices mean by sepet import', () => {
  let database: TestDatabase
  before(async () => {
    database = await createDatabase('sqlite', { content: 'schema' })
  })
  after(() => database.drop())

  /** Runs `sepet import` with a shop file. */
  const run = async (content: object, ...flags: string[]) => {
    const path = join(database.env.DATA_DIR, 'shop.json')
    writeFileSync(path, JSON.stringify(content))
    const { status, stdout, stderr } = await runSepet(['import', path, ...flags], database.env)
    return { status, stdout: stdout.replaceAll(path, 'shop.json'), stderr: stderr.replaceAll(path, 'shop.json') }
  }

  it('ends with 1 and names each setting, unless --allow-currency-change is given', async () => {
    assert.equal((await run({ products: [product({ id: 1 })] })).status, 0)
    assert.deepEqual(await run({ shop: ALL }), {
      status: 1,
      stdout: '',
      stderr: [
        `shop.json /shop/currencyCode: ${relabels('"TRY"', '"EUR"')}`,
        `shop.json /shop/decimalPlaces: ${relabels('2', '0')}`,
        `shop.json /shop/settings/pricesIncludeVat: ${relabels('false', 'true')}`,
        'Nothing was imported: 3 problems.',
        '',
      ].join('\n'),
    })
    assert.equal((await run({ shop: ALL }, '--allow-currency-change=true')).status, 2)
    const imported = { status: 0, stdout: 'shop.json (shop file)\n  shop: 1 updated\n', stderr: '' }
    assert.deepEqual(await run({ shop: ALL }, '--allow-currency-change'), imported)
    assert.deepEqual(await run({ shop: ALL }), { ...imported, stdout: 'shop.json (shop file)\n  shop: 1 unchanged\n' })
  })
})

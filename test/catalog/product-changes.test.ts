/** Changes of products: what they refuse, what they change, and who sees it, on both engines. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { PRODUCTS } from '../../src/api-paths.ts'
import { addItem, cartOf, refusalsOf } from '../support/cart/cart.ts'
import { type ChangedMeta, change, changed, list, pageOf, revisionOf } from '../support/catalog/products.ts'
import { engines } from '../support/database/engines.ts'
import { ids, product, shopFile } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

const shop = shopFile({
  products: [
    product({ id: ids.plain, sku: 'P-1', price: '199.90', stock: 12 }),
    product({
      id: ids.variants,
      sku: 'P-2',
      price: '100',
      variants: [
        { id: ids.smallBlue, sku: 'V-1', name: 'Mavi / S', stock: 3 },
        { id: ids.largeBlue, sku: 'V-2', name: 'Mavi / L', stock: 0, price: '120' },
        { id: 1023, sku: 'V-3', name: 'Kırmızı / S', stock: 1 },
        { id: 1024, sku: 'V-3', name: 'Kırmızı / L', stock: 1 },
      ],
    }),
    product({ id: ids.offSale, sku: 'TWICE', onSale: false }),
    product({ id: ids.soldOut, sku: 'TWICE', stock: 0 }),
    product({ id: ids.taxFree, stock: 12.5, variants: [{ id: 1, sku: 'P-1 too', name: 'Tek' }] }),
    product({ id: 106, sku: 'BOTH', variants: [{ id: 1, sku: 'BOTH', name: 'Tek' }] }),
  ],
})

for (const engine of engines) {
  describe(`a change of products on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine)
    })
    beforeEach(() => service.importShop(shop))
    after(() => service.stop())
    const refused = async (body: unknown) => refusalsOf(await change(service, body))
    const warnedOf = async (body: unknown) => {
      const { status, text, json } = await change(service, body)
      return { status, text, meta: (json as { meta: ChangedMeta }).meta }
    }
    const find = async (id: number) => (await pageOf(service, `?filter[id]=${id}`)).data[0]
    const variantsOf = async (id: number) => new Map((await find(id))?.variants.map(each => [each.id, each]))

    // Proves: half-valid-changes
    it('names every violation by its pointer, and changes nothing', async () => {
      const before = [await revisionOf(service), (await list(service)).text]
      const variants = (...changes: object[]) => ({ id: ids.variants, variants: changes })
      for (const [body, refusals] of [
        [[{ id: 999 }], ['product_unknown /0/id']],
        [[{ id: ids.plain }, { sku: 'p-1' }], ['product_unknown /1/sku']],
        [[{ sku: 'TWICE', stock: 1 }], ['sku_ambiguous /0/sku']],
        [[{ sku: 'BOTH' }], ['sku_ambiguous /0/sku']],
        [[{ sku: 'V-3' }], ['sku_ambiguous /0/sku']],
        [
          [variants({ id: 1 }, { id: ids.smallBlue }, { sku: 'P-1' })],
          ['variant_unknown /0/variants/0/id', 'variant_unknown /0/variants/2/sku'],
        ],
        [[variants({ sku: 'V-3' })], ['sku_ambiguous /0/variants/0/sku']],
        [[{ id: ids.plain, sku: 'P-2' }], ['field_invalid /0/sku']],
        [[{ id: ids.plain, sku: 'V-1' }], ['field_invalid /0/sku']],
        [[variants({ id: ids.smallBlue, sku: 'V-2' })], ['field_invalid /0/variants/0/sku']],
        [[{ sku: 'V-1', variants: [] }], ['field_invalid /0/variants']],
        [
          [{ stock: 1 }, variants({ stock: 1 })],
          ['field_required /0/id', 'field_required /1/variants/0/id'],
        ],
        [[{ id: ids.plain }, { sku: 'P-1' }], ['field_invalid /1/sku']],
        [[{ sku: 'V-1' }, variants({ id: ids.smallBlue })], ['field_invalid /1/variants/0/id']],
        [[variants({ sku: 'V-1' }, { sku: 'V-1' })], ['field_invalid /0/variants/1/sku']],
        [
          [{ id: 0 }, { id: '101' }, { id: null }, { sku: '' }, { sku: 5 }, { sku: 'x'.repeat(256) }],
          [
            'field_invalid /0/id',
            'field_invalid /1/id',
            'field_invalid /2/id',
            'field_invalid /3/sku',
            'field_invalid /4/sku',
            'field_invalid /5/sku',
          ],
        ],
        [
          [
            { id: ids.plain, price: 5 },
            { id: 999, price: null },
          ],
          ['field_invalid /0/price', 'field_invalid /1/price', 'product_unknown /1/id'],
        ],
        [
          [
            { sku: 'P-2', price: null },
            { sku: 'V-9', price: null },
          ],
          ['field_invalid /0/price', 'product_unknown /1/sku'],
        ],
        [
          [{ id: ids.plain, price: '1,5', stock: '3', onSale: 1, discount: 'x', variants: {} }],
          [
            'field_invalid /0/price',
            'field_invalid /0/stock',
            'field_invalid /0/onSale',
            'field_invalid /0/discount',
            'field_invalid /0/variants',
          ],
        ],
        [
          [
            { id: ids.plain, stock: null },
            { id: ids.soldOut, stock: 1e16 },
          ],
          ['field_invalid /0/stock', 'field_invalid /1/stock'],
        ],
        [[{ id: ids.plain, discount: { type: 'percent' } }], ['field_required /0/discount/value']],
        [[{ id: ids.plain, discount: { type: 'percent', value: '100.01' } }], ['field_invalid /0/discount/value']],
        [
          [
            variants({
              id: ids.smallBlue,
              discount: { type: 'price', value: '1', startsAt: '2026-02-01T00:00:00Z', endsAt: '2026-01-01T00:00:00Z' },
            }),
          ],
          ['field_invalid /0/variants/0/discount/endsAt'],
        ],
        [
          [null, [], 5, 'x'],
          ['field_invalid /0', 'field_invalid /1', 'field_invalid /2', 'field_invalid /3'],
        ],
        [[variants(5 as unknown as object)], ['field_invalid /0/variants/0']],
        [[{ id: ids.plain, sku: 'P-1\u0000' }], ['field_invalid /0/sku']],
      ] as [unknown[], string[]][]) {
        const ok = { id: ids.soldOut, stock: 99 }
        const answered = await refused([...body, ...(JSON.stringify(body).includes(String(ids.soldOut)) ? [] : [ok])])
        assert.deepEqual(answered.sort(), refusals.map(each => `422 ${each}`).sort(), JSON.stringify(body))
      }
      assert.deepEqual([await revisionOf(service), (await list(service)).text], before)
    })

    // Proves: half-valid-changes
    it('is refused without a list of 1 to 1,000 changes and at most 5,000 variants', async () => {
      for (const body of [{}, { id: ids.plain }, 5, 'x', null]) {
        assert.deepEqual(await refused(JSON.stringify(body)), ['422 field_invalid '], JSON.stringify(body))
      }
      const many = (length: number) => Array.from({ length }, () => ({}))
      for (const body of [[], many(1_001), [{ id: ids.variants, variants: many(5_001) }]]) {
        assert.deepEqual(await refused(body), ['422 bulk_size_invalid '])
      }
      assert.deepEqual(await refused(''), ['422 field_required '])
      assert.deepEqual(await refused(`[{"id": 101, "sku": "${'x'.repeat(1_048_576)}"}]`), ['413 payload_too_large'])
      const worst = await change(service, [
        { id: ids.variants, variants: many(5_000).map(() => ({ id: '', price: 1 })) },
      ])
      assert.equal(refusalsOf(worst).length, 1_000)
    })

    it('needs the scope catalogue:write, and a list catalogue:read', async () => {
      const scopes = { PATCH: 'catalogue:read', GET: 'catalogue:write' }
      for (const [method, scope] of Object.entries(scopes)) {
        const token = await service.token('admin', { scope })
        const answer = await service.call(method, PRODUCTS, { token, ...(method === 'PATCH' && { body: [{ id: 1 }] }) })
        assert.deepEqual(refusalsOf(answer), ['403 insufficient_scope'])
      }
    })

    it('replaces the fields that are given, by id or SKU, and keeps the others', async () => {
      const discount = { type: 'percent', value: '10', startsAt: '2026-01-01T00:00:00+03:00' }
      const counts = await changed(service, [
        { sku: 'P-1', price: '249.90', stock: 7.5, unknown: 1 },
        { id: ids.offSale, sku: 'TWICE', onSale: true, discount },
        {
          id: ids.variants,
          onSale: false,
          variants: [
            { sku: 'V-1', price: '90', discount },
            { id: ids.largeBlue, price: null, stock: -4 },
          ],
        },
        { id: ids.soldOut, variants: [] },
      ])
      assert.deepEqual(counts, [3, 1])
      const plain = await find(ids.plain)
      assert.deepEqual([plain?.price, plain?.stock, plain?.onSale, plain?.sku], ['249.90', 7.5, true, 'P-1'])
      const stored = { ...discount, startsAt: '2025-12-31T21:00:00.000Z', endsAt: null }
      const offSale = await find(ids.offSale)
      assert.deepEqual([offSale?.onSale, offSale?.discount, offSale?.price], [true, stored, '10.00'])
      assert.equal((await find(ids.variants))?.onSale, false)
      const variants = await variantsOf(ids.variants)
      const [small, large] = [variants.get(ids.smallBlue), variants.get(ids.largeBlue)]
      assert.deepEqual([small?.price, small?.stock, small?.discount], ['90', 3, stored])
      assert.deepEqual([large?.price, large?.stock, large?.onSale], [null, -4, true])
    })

    it('names each field that it ignores, and changes what it knows', async () => {
      const body = `[{ "sku": "P-1", "prise": "1", "stock": 8, "Stock": 9, "discount": {
          "type": "percent", "value": "10", "startAt": "2026-01-01T00:00:00Z", "": {} } },
        { "id": ${ids.variants}, "__proto__": { "stock": 5 }, "constructor": null, "": [], "a/b~c": 1, "\\ud800": 1,
          "variants": [{ "id": ${ids.smallBlue} }, { "sku": "V-2", "prise": { "price": "1" }, "stock": 4 }] },
        { "id": ${ids.soldOut}, "variants": [], "vatRate": 1, "sku ": "TWICE", "discount": null }]`
      const pointers = [
        ...['/0/prise', '/0/Stock', '/0/discount/startAt', '/0/discount/', '/1/__proto__', '/1/constructor', '/1/'],
        ...['/1/a~1b~0c', '/1/\ufffd', '/1/variants/1/prise', '/2/vatRate', '/2/sku '],
      ]
      const { status, meta } = await warnedOf(body)
      assert.deepEqual([status, meta.updated, meta.unchanged, meta.warningsTotal], [200, 2, 1, pointers.length])
      assert.deepEqual(
        meta.warnings,
        pointers.map(pointer => ({ pointer, detail: `${pointer.slice(1)} is not a known field: ignored.` })),
      )
      const [plain, large] = [await find(ids.plain), (await variantsOf(ids.variants)).get(ids.largeBlue)]
      assert.deepEqual([plain?.price, plain?.stock, large?.price, large?.stock], ['199.90', 8, '120', 4])
      const none = await warnedOf([{ sku: 'P-1', price: '7', discount: { type: 'amount', value: '1' } }])
      assert.deepEqual(none.meta, { updated: 1, unchanged: 0, warnings: [], warningsTotal: 0 })
    })

    it('names no ignored field beside an error', async () => {
      const unknown = { prise: '1', discount: { type: 'percent', value: '10', until: 1 } }
      for (const changes of [
        [{ id: 999, ...unknown }],
        [{ ...unknown, id: ids.plain, variants: [{ id: 1, prise: '1' }] }],
        [{ ...unknown, id: ids.plain, price: 1 }],
      ]) {
        const { status, json } = await change(service, changes)
        const { errors, ...others } = json as { errors: { source: { pointer: string } }[] }
        assert.deepEqual([status, errors.length, others], [422, 1, {}])
        assert.doesNotMatch(errors[0]?.source.pointer ?? '', /prise|until/)
      }
    })

    it('counts all ignored fields of the largest body, names a hundred, and shortens their names', async () => {
      const members = Array.from({ length: 100_000 }, (_, n) => `"_${n.toString(36)}":0`).join()
      const many = await warnedOf(`[{"id":${ids.plain}},{"id":${ids.soldOut},${members}}]`)
      assert.deepEqual([many.status, many.meta.warnings.length, many.meta.warningsTotal], [200, 100, 100_000])
      assert.ok(many.text.length < 10_000)
      const names = ['~', '/', '😀', '\u0001'].flatMap(each => [0, 1].map(n => 'x'.repeat(n) + each.repeat(20_000)))
      const long = await warnedOf([{ id: ids.plain, ...Object.fromEntries(names.map(name => [name, 0])) }])
      assert.equal(long.meta.warningsTotal, names.length)
      for (const { pointer } of long.meta.warnings) {
        assert.match(pointer, /^\/0\/(?:[^~/]|~[01])*…$/u)
        assert.ok(pointer.length <= 301 && pointer.isWellFormed(), pointer)
      }
    })

    it('changes the variant that a SKU names', async () => {
      assert.deepEqual(
        await changed(service, [
          { sku: 'V-1', stock: 30 },
          { sku: 'V-2', onSale: false, price: null },
          { id: ids.variants, stock: 1 },
        ]),
        [3, 0],
      )
      const variants = await variantsOf(ids.variants)
      assert.deepEqual([variants.get(ids.smallBlue)?.stock, variants.get(ids.largeBlue)?.onSale], [30, false])
      assert.equal(variants.get(ids.largeBlue)?.price, null)
      assert.equal((await find(ids.variants))?.stock, 1)
    })

    it('that changes nothing leaves the revision as it is; decimals are compared by value', async () => {
      const discount = { type: 'amount', value: '5.0', endsAt: '2030-01-01T00:00:00Z' }
      await changed(service, [{ id: ids.plain, discount }])
      const before = await revisionOf(service)
      const same = {
        id: ids.plain,
        price: '0199.9000',
        stock: 12,
        onSale: true,
        discount: { ...discount, value: '5', endsAt: '2030-01-01T03:00:00+03:00' },
      }
      assert.deepEqual(
        await changed(service, [same, { sku: 'V-1' }, { sku: 'V-2', price: '120.0', variants: undefined }]),
        [0, 3],
      )
      assert.equal(await revisionOf(service), before)
      assert.deepEqual(await changed(service, [{ ...same, stock: 12.000001 }]), [1, 0])
      assert.equal(await revisionOf(service), before + 1)
    })

    it('is visible to the next request of every instance', async () => {
      const peer = await service.startPeer()
      const token = await service.token('guest')
      await addItem(service, token, ids.plain, 2)
      await addItem(service, token, ids.variants, 1, ids.smallBlue)
      const read = async (instance: TestService) =>
        cartOf(await instance.call('GET', '/cart', { token })).included.map(({ attributes }) => [
          attributes.unitPrice.amount,
          attributes.stock,
        ])
      for (let stock = 50; stock < 55; stock++) {
        await changed(peer, [
          { sku: 'P-1', price: `${stock}`, stock },
          ...(stock % 2 ? [{ sku: 'V-1', stock: stock + 100 }] : []),
        ])
        const expected = [
          [`${stock}.00`, stock],
          ['100.00', stock === 50 ? 3 : stock + 100 - ((stock + 1) % 2)],
        ]
        for (const instance of [service, peer]) assert.deepEqual(await read(instance), expected)
      }
      await changed(service, [{ sku: 'V-1', onSale: false }])
      const add = await peer.call('POST', '/cart-items', {
        token,
        body: { productId: ids.variants, variantId: ids.smallBlue, quantity: 1 },
      })
      assert.deepEqual(refusalsOf(add), ['422 variant_invalid /variantId'])
      await service.importShop({ products: [product({ id: ids.plain, price: '7' })] })
      assert.equal((await read(peer))[0]?.[0], '7.00')
      await changed(peer, [{ id: ids.plain, price: '8' }])
      assert.equal((await read(service))[0]?.[0], '8.00')
      await peer.stop()
    })
  })
}

/** Imports over HTTP: reports, problems, bodies that are refused, and their effect on shoppers. */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { IMPORTS } from '../../../src/api-paths.ts'
import { addItem, cartOf, refusalsOf } from '../../support/cart/cart.ts'
import { engines } from '../../support/database/engines.ts'
import { sendRaw } from '../../support/http/raw-http.ts'
import { importOver, type Refused, type Report } from '../../support/import/http-imports.ts'
import { ids, product, shopFile } from '../../support/import/shop-file.ts'
import { startService, type TestService } from '../../support/service/service.ts'

const reportOf = ({ status, json, text }: Awaited<ReturnType<typeof importOver>>) => {
  assert.equal(status, 200, text)
  return (json as Report).data
}
const refusedBy = ({ status, json, text }: Awaited<ReturnType<typeof importOver>>) => {
  assert.equal(status, 422, text)
  return json as Refused
}
const SHOPIFY = 'Handle,Title,Variant Price,Variant Taxable\n'

for (const engine of engines) {
  describe(`an import over HTTP on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine)
    })
    after(() => service.stop())

    const revision = async () =>
      (await service.database.kysely.selectFrom('shop').select('revision').executeTakeFirstOrThrow()).revision
    const onSale = async () => {
      const rows = await service.database.kysely
        .selectFrom('products')
        .select(['id', 'on_sale'])
        .where('id', 'in', [ids.plain, ids.variants, ids.taxFree])
        .orderBy('id')
        .execute()
      return rows.filter(({ on_sale }) => on_sale === 1).map(({ id }) => id)
    }

    it('reports what was created and updated, and the next request of every instance sees it', async () => {
      const peer = await service.startPeer()
      const token = await service.token('guest')
      await addItem(service, token, ids.taxFree, 1)
      await peer.call('GET', '/cart', { token })
      const products = [product({ id: ids.taxFree, price: '31', vatRate: 1 }), product({ id: 900 })]
      const report = reportOf(await importOver(service, { products }))
      assert.deepEqual(report, {
        dryRun: false,
        files: [
          {
            format: 'shop file',
            sections: [{ section: 'products', created: 1, updated: 1, unchanged: 0 }],
            skipped: [],
            skippedTotal: 0,
          },
        ],
        withdrawn: { products: 0, variants: 0 },
        offSale: { count: 0, first: [] },
        priceChanges: {
          largest: [{ productId: ids.taxFree, variantId: null, from: '0.005', to: '31', percent: 619_900 }],
          above50: 1,
        },
        warnings: [],
        warningsTotal: 0,
      })
      for (const instance of [peer, service]) {
        assert.equal(cartOf(await instance.call('GET', '/cart', { token })).data.attributes.subtotal.amount, '31.00')
      }
      await peer.stop()
    })

    it('keeps the revision when nothing changes', async () => {
      await service.importShop(shopFile())
      const before = await revision()
      reportOf(await importOver(service, shopFile()))
      assert.equal(await revision(), before)
      await importOver(service, { products: [product({ id: ids.plain, price: '1' })] })
      assert.equal(await revision(), before + 1)
    })

    it('takes CSV with the VAT rate of the query, and keeps stored rates without it', async () => {
      const rates = async () => {
        const names = ['Keten', 'İpek', 'Yün']
        const rows = await service.database.kysely
          .selectFrom('products')
          .select('vat_rate')
          .where('name', 'in', names)
          .execute()
        return rows.map(({ vat_rate }) => Number(vat_rate))
      }
      const csv = `${SHOPIFY}keten,Keten,10,true\nipek,İpek,20,true\n`
      const { files } = reportOf(await importOver(service, csv, { query: '?vatRate=20' }))
      assert.equal(files[0]?.format, 'Shopify export')
      const { warnings } = reportOf(await importOver(service, `${csv}yun,Yün,30,true\n`))
      assert.deepEqual((await rates()).sort(), [0, 20, 20])
      assert.deepEqual(
        warnings.filter(({ at }) => at === 'Variant Taxable').map(({ message }) => message),
        ['gives no VAT rate of 1 new item: it is 0; give one by --vat-rate 20, over HTTP by ?vatRate=20'],
      )
    })

    it('is only tried with dryRun, which answers what would change', async () => {
      await service.importShop(shopFile())
      const [before, state] = [await revision(), await onSale()]
      const file = { products: [product({ id: ids.plain, price: '9', onSale: false }), product({ id: 950 })] }
      const query = '?dryRun=true&withdrawMissing=products'
      const tried = reportOf(await importOver(service, file, { query }))
      assert.deepEqual([await revision(), await onSale()], [before, state])
      assert.equal(tried.dryRun, true)
      assert.partialDeepStrictEqual(tried.files[0]?.sections, [{ section: 'products', created: 1, updated: 1 }])
      assert.ok(tried.offSale.first.some(({ productId }) => productId === ids.plain))
      assert.deepEqual(
        tried.priceChanges.largest.map(({ productId, to }) => [productId, to]),
        [[ids.plain, '9']],
      )
      const done = reportOf(await importOver(service, file, { query: '?withdrawMissing=products' }))
      assert.deepEqual({ ...done, dryRun: true }, tried)
      await service.importShop(shopFile())
    })

    it('warns when a record resets a stored VAT rate or variants by leaving them out, with the number of records', async () => {
      await service.importShop(shopFile())
      const bare = (id: number) => ({ id, name: 'Ürün', price: '10' })
      const products = [bare(ids.variants), bare(ids.plain), product({ id: 901, vatRate: 0 })]
      const { warnings, withdrawn } = reportOf(await importOver(service, { products }))
      assert.deepEqual(warnings, [
        {
          ...{ at: '/products/0/variants', message: 'is left out: the stored variants go off sale' },
          ...{ value: null, count: 1, places: ['/products/0/variants'] },
        },
        {
          ...{ at: '/products/0/vatRate', message: 'is left out: the stored VAT rate changes to 0' },
          ...{ value: null, count: 2, places: ['/products/0/vatRate'] },
        },
      ])
      assert.deepEqual(withdrawn, { products: 0, variants: 2 })
      assert.deepEqual(reportOf(await importOver(service, { products })).warnings, [])
    })

    it('takes products off sale that the file does not contain, only when it is asked to', async () => {
      await service.importShop(shopFile())
      const query = '?withdrawMissing=products'
      const file = { products: [product({ id: ids.plain })] }
      reportOf(await importOver(service, file))
      assert.deepEqual(await onSale(), [ids.plain, ids.variants, ids.taxFree])
      const { withdrawn } = reportOf(await importOver(service, file, { query }))
      assert.ok(withdrawn.products >= 2)
      assert.deepEqual(await onSale(), [ids.plain])
      const before = await revision()
      assert.deepEqual(reportOf(await importOver(service, file, { query })).withdrawn, { products: 0, variants: 0 })
      assert.equal(await revision(), before)
      reportOf(await importOver(service, `${SHOPIFY}tek,Tek,10,\n`, { query }))
      assert.deepEqual(await onSale(), [])
      await service.importShop(shopFile())
    })

    it('of a file without products, which would take all off sale, is refused', async () => {
      const query = '?withdrawMissing=products'
      for (const file of [{ customerGroups: [] }, { products: [] }]) {
        const { errors, meta } = refusedBy(await importOver(service, file, { query }))
        assert.deepEqual(
          errors.map(({ code, source }) => [code, source?.pointer]),
          [['field_invalid', '/products']],
        )
        assert.deepEqual(meta, { total: 1 })
      }
      refusedBy(await importOver(service, 'email\na@example.com\n', { query }))
      assert.deepEqual(await onSale(), [ids.plain, ids.variants, ids.taxFree])
    })

    it('is refused when there are no ids left', async () => {
      const greatest = await startService(engine)
      await greatest.importShop({ products: [product({ id: Number.MAX_SAFE_INTEGER })] })
      const { errors } = refusedBy(await importOver(greatest, `${SHOPIFY}a,A,1,\n`))
      assert.match(errors[0]?.detail ?? '', /no ids left/)
      await greatest.stop()
    })

    it('leaves shoppers’ reads alone while it runs', async () => {
      const token = await service.token('guest')
      await addItem(service, token, ids.plain, 1)
      const products = Array.from({ length: 20_000 }, (_, n) => product({ id: 10_000 + n, name: randomUUID() }))
      let isRunning = true
      const importing = importOver(service, { products }).finally(() => {
        isRunning = false
      })
      let reads = 0
      while (isRunning) {
        cartOf(await service.call('GET', '/cart', { token }))
        reads++
      }
      assert.equal(reportOf(await importing).files[0]?.sections.length, 1)
      assert.ok(reads > 20, `only ${reads} reads while the import ran`)
    })
  })
}

describe('the body of an import over HTTP', () => {
  let service: TestService
  before(async () => {
    service = await startService('sqlite', { IMPORT_BODY_LIMIT_MB: '65' })
  })
  after(() => service.stop())

  it('lists every problem of a shop file with its pointer', async () => {
    const { errors, meta } = refusedBy(
      await importOver(service, {
        products: [{ id: 1, price: 5 }, product({ id: 902 })],
        coupons: [{ code: 'X', discountType: 'fixed', value: '1', campaignId: 99 }],
        customers: {},
      }),
    )
    assert.deepEqual(
      errors.map(({ source }) => source?.pointer),
      ['/products/0/name', '/products/0/price', '/customers', '/coupons/0/campaignId'],
    )
    assert.equal(errors[2]?.detail, 'customers must be a list.')
    assert.deepEqual(meta, { total: 4 })
  })

  it('lists every problem of a CSV file, and of JSON that ends too early, with its line', async () => {
    const broken = { line: 3, count: 1, places: ['line 3'] }
    const csv = refusedBy(await importOver(service, `${SHOPIFY}a,A,1,\nb,,x,\n`))
    assert.deepEqual(
      csv.errors.map(({ detail, meta, source }) => [detail, meta, source]),
      [
        ['line 3 has no name.', { ...broken, message: 'has no name', value: null }, undefined],
        [
          'line 3 has a price that is no number such as 19.90: "x"; write it without separators of thousands and currency signs.',
          {
            ...broken,
            message:
              'has a price that is no number such as 19.90: write it without separators of thousands and currency signs',
            value: 'x',
          },
          undefined,
        ],
      ],
    )
    const headers = { 'Content-Type': 'application/json' }
    const json = refusedBy(await importOver(service, '{"products":\n[', { headers }))
    assert.partialDeepStrictEqual(json.errors[0]?.meta, { line: 2 })
    const text = refusedBy(await importOver(service, 'merhaba', { headers }))
    assert.partialDeepStrictEqual(text.errors[0]?.meta, { line: 1 })
    assert.equal(refusedBy(await importOver(service, 'merhaba')).errors[0]?.source?.pointer, '')
  })

  it('lists the first hundred problems, and counts all', async () => {
    const products = Array.from({ length: 250 }, () => ({ id: 0, name: 'A', price: '1' }))
    const { errors, meta } = refusedBy(await importOver(service, { products }))
    assert.deepEqual([errors.length, meta], [100, { total: 250 }])
  })

  it('tells no path of the server', async () => {
    const answers = [
      await importOver(service, 'Type,ID,Name,Regular price\ngrouped,1,Set,\n'),
      await importOver(service, { colour: 1 }),
      await importOver(service, 'x'),
    ]
    for (const { text } of answers) assert.doesNotMatch(text, /sepet-spool|\/tmp|\.json|\.csv/)
    assert.equal(reportOf(answers[0] as never).files[0]?.skippedTotal, 1)
    assert.match(refusedBy(answers[1] as never).errors[0]?.detail ?? '', /its members are "colour"/)
  })

  // Proves: unreadable-file
  it('of a body that is no file is refused before it is read', async () => {
    const headers = (more: Record<string, string>) => ({ headers: more })
    const refusals: [Promise<Awaited<ReturnType<typeof importOver>>>, string][] = [
      [importOver(service, 'x', headers({ 'Content-Type': 'text/plain' })), '415 unsupported_media_type'],
      [importOver(service, 'x', headers({ 'Content-Type': ';' })), '415 unsupported_media_type'],
      [importOver(service, {}, headers({ 'Content-Encoding': 'gzip' })), '415 unsupported_media_type'],
      [importOver(service, 'x', headers({ 'Content-Type': 'text/csv; charset=utf-16' })), '415 unsupported_media_type'],
      [importOver(service, '', headers({ 'Content-Type': 'text/csv' })), '422 field_required '],
      [importOver(service, 'x', { query: '?vatRate=101' }), '400 parameter_invalid'],
      [importOver(service, 'x', { query: '?withdrawMissing=coupons' }), '400 parameter_invalid'],
      [
        importOver(service, 'x', { query: '?withdrawMissing=products&withdrawMissing=products' }),
        '400 parameter_invalid',
      ],
      [importOver(service, 'x', { query: '?colour=1' }), '400 parameter_invalid'],
    ]
    for (const [answer, expected] of refusals) assert.deepEqual(refusalsOf(await answer), [expected])
    const { errors } = (await importOver(service, 'x', headers({ 'Content-Type': 'text/plain' }))).json as Refused
    assert.match(errors[0]?.detail ?? '', /application\/json.*text\/csv/)
  })

  // Proves: endless-import
  it('requires an administrator with catalogue:write', async () => {
    const asked = async (token: string) => refusalsOf(await service.call('POST', IMPORTS, { token, body: {} }))
    assert.deepEqual(await asked(await service.token('admin', { scope: 'catalogue:read' })), ['403 insufficient_scope'])
    assert.deepEqual(await asked(await service.token('guest')), ['401 wrong_token_kind'])
    assert.equal((await service.call('GET', IMPORTS)).headers.get('allow'), 'POST')
  })

  // Proves: endless-import
  it('of 64 MB is received and imported; of more than the limit is refused, with or without Content-Length', async () => {
    const orders = Array.from({ length: 64 }, () => 'x'.repeat(1_048_576 - 3))
    const whole = JSON.stringify({ orders, products: [product({ id: 903 })] })
    assert.ok(whole.length > 64 * 1_048_576)
    const headers = { 'Content-Type': 'application/json' }
    assert.equal(reportOf(await importOver(service, whole, { headers })).files[0]?.sections.length, 1)
    const tooLong = await importOver(service, ' '.repeat(65 * 1_048_576 + 1), { headers })
    assert.deepEqual(refusalsOf(tooLong), ['413 payload_too_large'])
    const token = await service.token('admin', { scope: 'catalogue:write' })
    const chunk = Buffer.alloc(1_048_576, ' ')
    const body = new ReadableStream({
      pull: controller => (chunks++ < 66 ? controller.enqueue(chunk) : controller.close()),
    })
    let chunks = 0
    const streamed = await fetch(service.url + IMPORTS, {
      method: 'POST',
      headers: { ...headers, Authorization: `Bearer ${token}` },
      body,
      duplex: 'half',
    })
    assert.equal(streamed.status, 413, await streamed.text())
    const declared = await sendRaw(service.url, {
      method: 'POST',
      path: IMPORTS,
      headers: { Authorization: `Bearer ${token}`, ...headers, 'Content-Length': '99999999999' },
    })
    assert.equal(declared.status, 413)
  })
})

/** Importing shop files on both engines: refused files, changed and kept records, and simultaneous imports. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from '../../src/db/open.ts'
import { importFiles } from '../../src/import/import-files.ts'
import { startWireProxy } from '../support/database/wire-proxy.ts'
import { NOW, onEachEngine } from '../support/import/imports.ts'

const product = (id: number, fields: object = {}) => ({ id, name: `Ürün ${id}`, price: '10', ...fields })
const variant = (id: number, fields: object = {}) => ({ id, name: `Çeşit ${id}`, stock: 1, ...fields })
const customer = (id: number, email: string | null, fields: object = {}) => ({ id, email, ...fields })

onEachEngine('importing shop files', (shop, engine) => {
  const stagedTables = async (): Promise<number> => {
    const names =
      engine === 'sqlite'
        ? sql`select name from sqlite_temp_master where name like 'staged%'`
        : sql`select relname from pg_class where relname like 'staged%'`
    return (await names.execute(shop.database.kysely)).rows.length
  }

  // Proves: half-import
  test('every problem of every file is reported together, and nothing is written', async () => {
    const problems = await shop.refusal(
      {
        products: [
          product(1),
          product(2, { price: 199.9 }),
          product(3, { groupPrices: [{ customerGroupId: 9, price: '1' }] }),
        ],
        coupons: [{ code: 'YAZ', discountType: 'fixed', campaignId: 7 }],
      },
      ['more.json', '{"customers":[{"id":0}]}'],
    )
    assert.deepEqual(problems, [
      'shop.json /products/1/price: must be a decimal number as text, such as "199.90"',
      'more.json /customers/0/id: must be an integer from 1 to 9007199254740991',
      'shop.json /products/2/groupPrices/0/customerGroupId: there is no customer group 9',
      'shop.json /coupons/0/campaignId: there is no couponBound campaign 7',
    ])
    assert.deepEqual([await shop.rows('products'), await shop.rows('customers')], [[], []])
    assert.equal(await shop.revision(), 0)
    assert.equal(await stagedTables(), 0)
  })

  // Proves: unreadable-file
  test('unreadable files are reported with the place of the error', async () => {
    const problems = await shop.refusal(
      ['comma.json', '{"products":[\n  {"id":1,}\n]}'],
      ['cut.json', '{"products":[\n  {"id":1'],
      ['list.json', '[]'],
      ['latin1.json', Buffer.from('{"shop":{\n"name":"\xd6rnek"}}', 'latin1')],
      ['empty.json', ''],
      ['notes.txt', 'Merhaba'],
      ['marked.json', '\ufeff{"shop":{"name":5}}'],
    )
    assert.deepEqual(problems, [
      'empty.json: is empty',
      'notes.txt: has no headings of a table that can be read, such as of a product or customer export, or of a sheet with a column sku or email: "Merhaba"; name the columns by --columns "Ürün Kodu=sku,Fiyat=price", over HTTP by ?columns=',
      'comma.json line 2, column 11: is not JSON: unexpected "}"',
      'cut.json line 2, column 10: is not JSON: it ends too early',
      'list.json line 1, column 1: must be a JSON object with lists of records, such as {"products": [{…}]}',
      'latin1.json line 2: is not UTF-8 text',
      'marked.json /shop/name: must be a text of 1 to 255 characters (without U+0000 and lone surrogates)',
    ])
  })

  test('a missing file and a folder are refused', async () => {
    const [path = ''] = shop.write({})
    const missing = path.replace('shop.json', 'missing.json')
    const options = { now: NOW, randomId: () => 'x', vatRate: '0' }
    await assert.rejects(
      importFiles(shop.database, [missing], options),
      /missing.json: cannot be read: there is no such file/,
    )
    await assert.rejects(importFiles(shop.database, [missing.replace('/missing.json', '')], options), /it is a folder/)
    await assert.rejects(importFiles(shop.database, [path], { ...options, vatRate: '101' }), /VAT rate must be/)
  })

  test('a repeated import changes nothing, and keeps the revision', async () => {
    const file = {
      shop: { name: 'Dükkân' },
      customerGroups: [{ id: 1, name: 'Bayi' }],
      customers: [customer(1, 'a@example.com', { customerGroupId: 1 }), customer(2, null)],
      products: [product(1, { variants: [variant(1), variant(2)] }), product(2)],
      shippingCompanies: [{ id: 1, name: 'Kargo', default: true }],
      paymentMethods: [{ id: 1, name: 'Kart' }],
      campaigns: [{ id: 1, name: 'K', couponBound: true, reward: { type: 'free_shipping' } }],
      coupons: [{ code: 'YAZ', discountType: 'free_shipping', campaignId: 1 }],
    }
    const tables = ['shop', 'customer_groups', 'customers', 'products', 'variants', 'campaigns', 'coupons'] as const
    const state = async () => {
      const rows = await Promise.all(tables.map(table => shop.rows(table)))
      return rows.flat()
    }
    const first = await shop.import(file)
    const once = await state()
    const second = await shop.import(file)
    assert.deepEqual(await state(), once)
    assert.equal(await shop.revision(), 1)
    const counts = { customerGroups: 1, customers: 2, products: 2, variants: 2 }
    for (const [section, number] of Object.entries(counts)) {
      assert.deepEqual(
        first.files[0]?.sections.find(each => each.section === section),
        { section, created: number, updated: 0, unchanged: 0 },
      )
      assert.deepEqual(
        second.files[0]?.sections.find(each => each.section === section),
        { section, created: 0, updated: 0, unchanged: number },
      )
    }
  })

  test('a record is replaced completely, and records that are not in the file stay', async () => {
    await shop.import({
      products: [product(1, { stock: 5, image: '/a.jpg', discount: { type: 'amount', value: '1' } }), product(2)],
    })
    await shop.import({ products: [product(1, { price: '12' })] })
    const [first, second] = await shop.rows('products')
    assert.deepEqual([first?.price, first?.stock, first?.image, first?.discount], ['12', '0', null, null])
    assert.equal(second?.name, 'Ürün 2')
  })

  test('shop and settings are updated field by field', async () => {
    await shop.import({ shop: { name: 'Dükkân', settings: { orderNoteMaxLength: 10, campaignEngine: false } } })
    await shop.import({ shop: { decimalPlaces: 0, settings: { orderNoteMaxLength: 20 } } })
    const [row] = await shop.rows('shop')
    const stored = JSON.parse(String(row?.document))
    assert.deepEqual([stored.name, stored.currencyCode, stored.decimalPlaces], ['Dükkân', 'TRY', 0])
    assert.deepEqual([stored.settings.orderNoteMaxLength, stored.settings.campaignEngine], [20, false])
    assert.equal(stored.settings.giftNoteMaxLength, 250)
  })

  test('a variant that is missing from its product is kept off sale until an import contains it again', async () => {
    const onSale = async () => (await shop.rows('variants')).map(row => [row.product_id, row.id, row.on_sale])
    await shop.import({
      products: [product(1, { variants: [variant(1), variant(2)] }), product(2, { variants: [variant(1)] })],
    })
    const report = await shop.import({ products: [product(1, { variants: [variant(2)] })] })
    assert.deepEqual(report.withdrawn, { products: 0, variants: 1 })
    assert.deepEqual(await onSale(), [
      [1, 1, 0],
      [1, 2, 1],
      [2, 1, 1],
    ])
    await shop.import({ products: [product(1, { variants: [variant(1), variant(2)] })] })
    assert.deepEqual(await onSale(), [
      [1, 1, 1],
      [1, 2, 1],
      [2, 1, 1],
    ])
  })

  test('a SKU belongs to a product or variant, need not be unique, and is cleared where a record leaves it out', async () => {
    const skus = async () => [
      (await shop.rows('products')).map(row => row.sku),
      (await shop.rows('variants')).map(row => [row.id, row.sku, row.on_sale]),
    ]
    const variants = [variant(1, { sku: 'Ş 1' }), variant(2, { sku: 'Ş 1', onSale: false })]
    await shop.import({ products: [product(1, { sku: 'A' }), product(2, { sku: 'A', variants })] })
    assert.deepEqual(await skus(), [
      ['A', 'A'],
      [
        [1, 'Ş 1', 1],
        [2, 'Ş 1', 0],
      ],
    ])
    await shop.import({ products: [product(1), product(2, { sku: null, variants: [variant(3, { sku: 'Ş 1' })] })] })
    assert.deepEqual(
      await skus(),
      [
        [null, null],
        [
          [1, null, 0],
          [2, null, 0],
          [3, 'Ş 1', 1],
        ],
      ],
      'a variant that its product no longer lists gives up its SKU',
    )
    assert.deepEqual(
      await shop.refusal({ products: [product(1, { sku: '' }), product(2, { sku: 'x'.repeat(256) })] }),
      [
        'shop.json /products/0/sku: must be null or a text of 1 to 255 characters (without U+0000 and lone surrogates)',
        'shop.json /products/1/sku: must be null or a text of 1 to 255 characters (without U+0000 and lone surrogates)',
      ],
    )
  })

  test('records can refer to groups and campaigns of the file, in any order, or of the database', async () => {
    const campaign = { id: 7, name: 'K', couponBound: true, reward: { type: 'fixed', value: '5' } }
    const coupon = (code: string) => ({ code, discountType: 'fixed', campaignId: 7 })
    await shop.import({
      coupons: [coupon('A')],
      customers: [customer(1, 'a@example.com', { customerGroupId: 1 })],
      campaigns: [campaign],
      customerGroups: [{ id: 1, name: 'Bayi' }],
    })
    await shop.import({
      coupons: [coupon('B')],
      products: [product(1, { groupPrices: [{ customerGroupId: 1, price: '5' }] })],
    })
    assert.equal((await shop.rows('products'))[0]?.group_prices, '{"1":"5"}')
    const problems = await shop.refusal({ campaigns: [{ ...campaign, couponBound: false }], coupons: [coupon('C')] })
    assert.deepEqual(problems, [
      'shop.json /campaigns/0/couponBound: must be true: coupon A is bound to it',
      'shop.json /coupons/0/campaignId: there is no couponBound campaign 7',
    ])
  })

  test('a campaign takes no coupons any more only when the file changes every coupon that is bound to it', async () => {
    const campaign = (fields: object) => ({ id: 7, name: 'K', reward: { type: 'fixed', value: '5' }, ...fields })
    const coupon = (code: string, fields: object = {}) => ({ code, discountType: 'fixed', value: '5', ...fields })
    await shop.import({
      campaigns: [campaign({ couponBound: true }), { ...campaign({ couponBound: true }), id: 8 }],
      coupons: [coupon('A', { campaignId: 7 }), coupon('İ', { campaignId: 7 }), coupon('C', { campaignId: 8 })],
    })
    const before = await shop.rows('campaigns')
    assert.deepEqual(await shop.refusal({ coupons: [coupon('A')], campaigns: [campaign({})] }), [
      'shop.json /campaigns/0/couponBound: must be true: coupon İ is bound to it',
    ])
    assert.deepEqual(await shop.rows('campaigns'), before)
    await shop.import({ coupons: [coupon('a'), coupon('ı', { campaignId: 8 })], campaigns: [campaign({})] })
    await shop.import({ campaigns: [campaign({ name: 'L' })] })
    // A database in which an earlier version has unbound a campaign: importing the same file again is no problem.
    await shop.database.kysely
      .updateTable('campaigns')
      .set({ document: JSON.stringify(campaign({ couponBound: false })) })
      .where('id', '=', 8)
      .execute()
    await shop.import({ campaigns: [{ ...campaign({}), id: 8 }] })
  })

  test('a coupon is updated by any spelling of its code, and keeps the latest imported spelling', async () => {
    await shop.import({ coupons: [{ code: 'İNDİRİM', discountType: 'fixed', value: '5' }] })
    await shop.import({ coupons: [{ code: ' indirim ', discountType: 'fixed', value: '6' }] })
    const [coupon, ...others] = await shop.rows('coupons')
    assert.deepEqual(others, [])
    const { code, value } = JSON.parse(String(coupon?.document))
    assert.deepEqual([coupon?.folded_code, code, value], ['indirim', 'indirim', '6'])
  })

  test('an imported default shipping company replaces the stored default', async () => {
    const company = (id: number, isDefault: boolean) => ({ id, name: `Kargo ${id}`, default: isDefault })
    const defaults = async () =>
      (await shop.rows('shipping_companies')).map(({ document }) => JSON.parse(String(document)).default)
    await shop.import({ shippingCompanies: [company(1, true), company(2, false)] })
    await shop.import({ shippingCompanies: [company(3, false)] })
    assert.deepEqual(await defaults(), [true, false, false])
    await shop.import({ shippingCompanies: [company(2, true)] })
    assert.deepEqual(await defaults(), [false, true, false])
    const problems = await shop.refusal({ shippingCompanies: [company(1, true), company(3, true)] })
    assert.match(problems.join(), /^shop\.json \/shippingCompanies\/1\/default: .*is repeated/)
  })

  test('thousands of records are imported completely', async () => {
    const ids = Array.from({ length: 5_000 }, (_, index) => index + 1)
    const report = await shop.import({
      products: ids.map(id => product(id, { variants: [variant(id), variant(id + 1)] })),
      customers: ids.map(id => customer(id, `c${id}@example.com`)),
    })
    const totals = report.files[0]?.sections.map(({ section, created }) => [section, created])
    assert.deepEqual(totals, [
      ['customers', 5_000],
      ['products', 5_000],
      ['variants', 10_000],
    ])
    const last = (await shop.rows('products')).at(-1)
    assert.deepEqual([last?.id, last?.name], [5_000, 'Ürün 5000'])
  })

  test('an import refreshes the statistics of PostgreSQL, without waiting for a table that is locked', {
    skip: engine === 'sqlite' && 'the embedded engine needs none',
  }, async () => {
    const { kysely } = shop.database
    await kysely.transaction().execute(async lock => {
      await sql`lock table variants in share update exclusive mode`.execute(lock)
      await shop.import({ products: [product(1, { variants: [variant(1)] })], customers: [customer(1, null)] })
    })
    const { rows } = await sql`
      select relname from pg_stat_user_tables
      where last_analyze is not null and relname in ('products', 'variants', 'customers', 'coupons')
      order by relname`.execute(kysely)
    assert.deepEqual(rows, [{ relname: 'customers' }, { relname: 'products' }])
  })

  test('an import ends while another transaction changes the rights of its tables', {
    skip: engine === 'sqlite' && 'the embedded engine has no rights',
  }, async () => {
    await shop.database.kysely.transaction().execute(async grant => {
      await sql`grant select on products to public`.execute(grant)
      await shop.import({ products: [product(1)] })
    })
    assert.equal((await shop.rows('products')).length, 1)
  })

  test('an import that is saved is reported when PostgreSQL falls silent afterwards', {
    skip: engine === 'sqlite' && 'the embedded engine has no connection',
  }, async () => {
    const proxy = await startWireProxy(shop.config.DATABASE_URL ?? '')
    const database = openDatabase({ ...shop.config, DATABASE_URL: proxy.url })
    proxy.freezeAt('analyze (skip_locked)')
    const [path = ''] = shop.write({ products: [product(1)] })
    const { files } = await importFiles(database, [path], { now: NOW, randomId: () => 'x', vatRate: '0' })
    assert.deepEqual(files[0]?.sections, [{ section: 'products', created: 1, updated: 0, unchanged: 0 }])
    await database.close()
    await proxy.close()
  })

  test('simultaneous imports run one after the other', async () => {
    const other = openDatabase(shop.config)
    const options = { now: NOW, randomId: () => 'x', vatRate: '0' }
    const paths = shop.write({ products: [product(1)] }, ['b.json', JSON.stringify({ products: [product(2)] })])
    const runs = [shop.database, shop.database, other].flatMap(database =>
      paths.map(path => importFiles(database, [path], options)),
    )
    await Promise.all(runs)
    await other.close()
    assert.equal(await shop.revision(), 2)
    assert.deepEqual(
      (await shop.rows('products')).map(row => row.id),
      [1, 2],
    )
  })
})

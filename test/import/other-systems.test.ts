/** Files of other systems, each the least that shows one thing that real exports have: what arrives, and what is told. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importFiles } from '../../src/import/import-files.ts'
import type { ImportOptions } from '../../src/import/staging/stage-files.ts'
import { describeFinding } from '../../src/shop-file/findings.ts'
import { NOW, onEachEngine, type TestFile } from '../support/import/imports.ts'

const SHOPIFY =
  'Handle,Title,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Variant Taxable,Status'
const WOO =
  'ID,Type,SKU,Name,Published,Date sale price starts,Date sale price ends,Tax status,In stock?,Stock,Backorders allowed?,Sale price,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)'

/** One product as the tests compare it. */
type Row = [name: unknown, sku: unknown, price: unknown, stock: unknown, vatRate: unknown, onSale: unknown]

onEachEngine('a file of another system', shop => {
  /** Imports files. @returns what is told of them, the warnings of columns that are not said among it */
  const load = async (options: Partial<ImportOptions>, ...files: TestFile[]) => {
    const common = { now: NOW, randomId: () => 'x', vatRate: '20' }
    const { files: reports, ...report } = await importFiles(shop.database, shop.write(...files), {
      ...common,
      ...options,
    })
    const told = [...reports.flatMap(({ skipped }) => skipped), ...report.warnings]
    return {
      ...report,
      told: told.map(finding => describeFinding({ ...finding, file: '' }).trim()).filter(isNoVatHint),
    }
  }
  const isNoVatHint = (line: string) => !line.includes('pricesIncludeVat')
  const csv = (header: string, ...rows: string[]): TestFile => ['in.csv', [header, ...rows].join('\n')]
  const products = async (): Promise<Row[]> =>
    (await shop.rows('products')).map(row => [row.name, row.sku, row.price, row.stock, row.vat_rate, row.on_sale])
  const variants = async () =>
    (await shop.rows('variants')).map(({ name, sku, price, stock }) => [name, sku, price, stock])

  const tee = (cells: Partial<Record<string, string>> = {}) => {
    const row = {
      tracker: 'shopify',
      qty: '3',
      policy: 'deny',
      price: '50.00',
      before: '',
      taxable: 'true',
      sku: 'T1',
      ...cells,
    }
    return `tee,Tee,true,Title,Default Title,${row.sku},${row.tracker},${row.qty},${row.policy},${row.price},${row.before},${row.taxable},active`
  }
  const pot = (cells: Partial<Record<string, string>> = {}) => {
    const row = {
      id: '505',
      sku: 'A-5',
      starts: '',
      ends: '',
      state: '1',
      stock: '5',
      back: '0',
      sale: '',
      name: 'Pot',
      ...cells,
    }
    return `${row.id},simple,${row.sku},${row.name},1,${row.starts},${row.ends},taxable,${row.state},${row.stock},${row.back},${row.sale},100,,,`
  }

  test('an item of Shopify without a tracker can always be sold, whatever its quantity', async () => {
    await load({}, csv(SHOPIFY, tee({ tracker: '', qty: '0', taxable: 'false' })))
    assert.deepEqual(await products(), [['Tee', 'T1', '50.00', '100000', '0', 1]])
  })

  test('a tracked item without a quantity has none, and keeps the stored one later', async () => {
    const withoutQty = (text: string) => text.replace('Variant Inventory Qty,', '').replace(',shopify,3,', ',shopify,')
    const file = csv(withoutQty(SHOPIFY), withoutQty(tee()))
    const { told } = await load({}, file)
    assert.deepEqual(await products(), [['Tee', 'T1', '50.00', '0', '20', 1]])
    assert.match(told[0] ?? '', /^Variant Inventory Qty: is not said of 1 new item: their stock is 0/)
    await load({}, csv(SHOPIFY, tee()))
    assert.deepEqual((await load({}, file)).told, [])
    assert.equal((await products())[0]?.[3], '3')
  })

  test('"continue selling" and backorders sell an item at any stock', async () => {
    await load({}, csv(SHOPIFY, tee({ qty: '0', policy: 'continue' })))
    await load({}, [
      'woo.csv',
      [
        WOO,
        pot({ state: 'backorder', stock: '0', back: '1' }),
        pot({ id: '6', state: 'backorder', stock: "'-3", back: 'notify' }),
      ].join('\n'),
    ])
    const rows = await shop.rows('products')
    assert.deepEqual(
      rows.map(({ id, stock, backorder }) => [id, stock, backorder]),
      [
        [1, '0', 1],
        [6, '-3', 1],
        [505, '0', 1],
      ],
    )
  })

  test('a file with fewer columns changes only what it says', async () => {
    const full = 'ID,Type,SKU,Name,Published,Tax status,In stock?,Stock,Sale price,Regular price,Images'
    await load({}, csv(full, '601,simple,W1,Pot,0,taxable,1,3,8,10,https://x.example/a.jpg'))
    const [before] = await shop.rows('products')
    const { told, priceChanges } = await load(
      { vatRate: undefined },
      csv('ID,Type,SKU,Name,Regular price', '601,simple,W1,Pot,11'),
    )
    assert.deepEqual({ ...(await shop.rows('products'))[0] }, { ...before, price: '11' })
    assert.deepEqual([told, priceChanges.largest], [[], []])
    await load(
      {},
      csv('Handle,Title,Status,Variant SKU,Variant Price,Option1 Value', 'tee,Tee,draft,T1,10,Default Title'),
    )
    await load({}, csv('Handle,Title,Variant Price,Option1 Value', 'tee,Tee,12,Default Title'))
    assert.deepEqual((await products())[1], ['Tee', 'T1', '12', '100000', '20', 0])
  })

  test('an item is taxed unless the file says otherwise', async () => {
    for (const taxable of ['', 'true', 'WAHR', 'DOĞRU']) {
      await load({}, csv(SHOPIFY, tee({ taxable })))
      assert.equal((await products())[0]?.[4], '20', taxable)
    }
    const { told } = await load(
      {},
      csv('ID,Type,SKU,Name,Published,In stock?,Stock,Regular price', '602,simple,W2,Pot,1,1,3,10'),
    )
    assert.deepEqual(told, ['Tax status: gives no VAT rate of 1 new item: it is 20'])
    await load({}, csv(SHOPIFY, tee({ taxable: 'false' })))
    assert.equal((await products())[0]?.[4], '0')
  })

  test('without Compare At Price, what is paid changes, and the price before the sale stays', async () => {
    await load({}, csv(SHOPIFY, tee({ price: '80', before: '100' })))
    const paid = (price: string) => csv('Handle,Title,Variant Price,Option1 Value', `tee,Tee,${price},Default Title`)
    const offer = async () => {
      const [row] = await shop.rows('products')
      return [row?.price, JSON.parse(String(row?.discount))?.value]
    }
    await load({}, paid('75'))
    assert.deepEqual(await offer(), ['100', '75'])
    await load({}, csv(SHOPIFY, tee({ price: '75', before: '' })))
    assert.deepEqual(await offer(), ['75', undefined], 'an empty cell ends the sale')
    await load({}, paid('70'))
    assert.deepEqual(await offer(), ['70', undefined])
  })

  test('texts are as they were before the exporter guarded them', async () => {
    await load({}, csv(SHOPIFY, tee({ sku: "'00123" })))
    const names = 'Salt &amp; Pepper &#8211; Set'
    const rows = [pot({ name: names }), '507,variable,B-1,Cable,1,,,taxable,1,,0,,,,Length,"1\\,5 m, 3 m"']
    await load({}, csv(WOO, ...rows, '508,variation,B-1-15,"Cable - 1,5 m",1,,,taxable,1,4,0,,10,B-1,Length,"1\\,5 m"'))
    assert.deepEqual(
      (await products()).map(([name, sku]) => [name, sku]),
      [
        ['Tee', '00123'],
        ['Salt & Pepper – Set', 'A-5'],
        ['Cable', 'B-1'],
      ],
    )
    assert.deepEqual(await variants(), [['1,5 m', 'B-1-15', '10', '4']])
  })

  test('a sale begins at an hour of one digit, in the time zone of the shop', async () => {
    await shop.import({ shop: { timeZone: 'Europe/Istanbul' } })
    await load({}, csv(WOO, pot({ sale: '80', starts: '2026-11-20 0:00:00', ends: '2026-12-24 23:59:59' })))
    const [row] = await shop.rows('products')
    const { startsAt, endsAt } = JSON.parse(String(row?.discount))
    assert.deepEqual(
      [new Date(startsAt).toISOString(), new Date(endsAt).toISOString()],
      ['2026-11-19T21:00:00.000Z', '2026-12-24T21:00:00.000Z'],
    )
  })

  test('products without numbers get some, and are found again by their SKUs', async () => {
    const header = 'Type,SKU,Name,Published,Regular price'
    await load({}, csv(header, 'simple,W6,Pot,1,10', 'simple,W7,Pan,1,20'))
    const { told } = await load({}, csv(header, 'simple,W7,Pan,1,25', 'simple,,Lid,1,5'))
    assert.deepEqual(
      (await shop.rows('products')).map(({ id, sku, price }) => [id, sku, price]),
      [
        [1, 'W6', '10'],
        [2, 'W7', '25'],
      ],
    )
    assert.deepEqual(told, [
      'line 3: has neither an ID nor a SKU, by which it would be found again: "Lid"; export the ID column',
    ])
    // A later file with numbers has the same products.
    await load({}, csv(`ID,${header}`, '77,simple,W7,Pan,1,30'))
    assert.deepEqual(
      (await shop.rows('products')).map(({ id, price }) => [id, price]),
      [
        [1, '10'],
        [2, '30'],
      ],
    )
    await shop.import({
      products: [
        { id: 9, name: 'Twin', price: '1', sku: 'W8' },
        { id: 10, name: 'Twin', price: '1', sku: 'W8' },
      ],
    })
    const refused = await shop.refusal(csv(header, 'simple,W8,Twin,1,10'))
    assert.match(refused[0] ?? '', /^in\.csv line 2: is the SKU of several products or variants: "W8"; give their ids/)
  })

  test('numbers that other products have are refused with the cure, or replaced and remembered', async () => {
    await shop.import({ products: [{ id: 108, name: 'Sample', price: '1' }] })
    const file = csv('ID,Type,SKU,Name,Published,Regular price', '108,simple,X,Pot,1,10')
    assert.match(
      (await shop.refusal(file))[0] ?? '',
      /"108"; start without the sample shop, or give new numbers by --new-ids/,
    )
    await load({ newIds: true }, file)
    await load({}, csv('ID,Type,SKU,Name,Published,Regular price', '108,simple,X,Pot,1,12'))
    const rows = (await shop.rows('products')).map(({ id, name, price }) => [id, name, price])
    assert.deepEqual(rows, [
      [108, 'Sample', '1'],
      [109, 'Pot', '12'],
    ])
  })

  test('a variation without its product is left out and told, and the rest imported', async () => {
    const orphan = '514,variation,D-1-r,Lamp - Red,1,,,taxable,1,4,0,,10,D-9,Color,Red'
    const ofSimple = '516,variation,A-5-r,Pot - Red,1,,,taxable,1,4,0,,10,A-5,Color,Red'
    const { told } = await load({}, csv(WOO, orphan, pot(), ofSimple))
    assert.deepEqual(
      (await products()).map(([name]) => name),
      ['Pot'],
    )
    assert.deepEqual(told.sort(), [
      'line 2: varies a product that is neither in the file nor stored: "D-1-r"; export that product, too',
      'line 4: varies a product that the file calls simple: "Pot - Red"',
    ])
  })

  test('variations alone change those of the stored product, and leave the others', async () => {
    const cable = '507,variable,B-1,Cable,1,,,taxable,1,,0,,,,Length,"1 m, 3 m"'
    const variation = (id: number, name: string, price: string) =>
      `${id},variation,B-1-${id},Cable - ${name},1,,,taxable,1,4,0,,${price},id:507,Length,${name}`
    await load({}, csv(WOO, cable, variation(508, '1 m', '10'), variation(509, '3 m', '20')))
    const { withdrawn } = await load({}, csv(WOO, variation(509, '3 m', '25')))
    assert.deepEqual(withdrawn, { products: 0, variants: 0 })
    assert.deepEqual(await variants(), [
      ['1 m', 'B-1-508', '10', '4'],
      ['3 m', 'B-1-509', '25', '4'],
    ])
    await load({}, csv(WOO, '507,variable,B-1,Cable XL,1,,,taxable,1,,0,,,,Length,"1 m, 3 m"'))
    assert.deepEqual((await variants()).length, 2)
    assert.equal((await products())[0]?.[0], 'Cable XL')
  })

  test('a price of a product whose variants have their own is told, where the file does not name them', async () => {
    await load(
      {},
      csv(SHOPIFY, 'cap,Cap,true,Size,S,C-S,shopify,1,deny,10,,true,active', 'cap,,,,M,C-M,shopify,1,deny,12,,,'),
    )
    const { told } = await load({}, csv('Handle,Title,Variant Price', 'cap,Cap,20'))
    const message = 'has variants in the shop, which the row does not name: '
    assert.deepEqual(
      told.map(line => line.startsWith(`line 2: ${message}`)),
      [true],
    )
    assert.deepEqual((await load({}, csv('sku,price', 'C-S,11'))).told, [])
    const changed = await load({}, csv('id,stock', '1,7'))
    assert.deepEqual(
      changed.told.map(line => line.startsWith(`line 2: ${message}`)),
      [true],
    )
    assert.deepEqual(
      (await variants()).map(([, , price, stock]) => [price, stock]),
      [
        ['11', '1'],
        ['12', '1'],
      ],
    )
  })

  test('headings in the language of the shop are read', async () => {
    const turkish = 'ID,Tür,Stok kodu (SKU),İsim,Yayımlanmış,İndirimli satış fiyatı,Normal fiyat'
    await load({}, csv(turkish, '607,simple,W7,Cezve,1,,100'))
    const french = 'ID;Type;UGS;Nom;Publié;En stock\u00a0?;Stock;Tarif promo;Tarif régulier'
    await load({}, csv(french, '608;simple;W8;Poêle;0;1;4;8,5;10'))
    assert.deepEqual(await products(), [
      ['Cezve', 'W7', '100', '100000', '20', 1],
      ['Poêle', 'W8', '10', '4', '20', 0],
    ])
  })
})

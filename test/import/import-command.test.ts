/** The output of `sepet import` and `sepet products`. */

import assert from 'node:assert/strict'
import { PassThrough, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { runImport } from '../../src/cli/import.ts'
import { listProducts } from '../../src/cli/products.ts'
import { importFiles } from '../../src/import/import-files.ts'
import { importSampleShop, sampleShopFile } from '../../src/import/sample.ts'
import { NOW, onEachEngine, type TestFile } from '../support/import/imports.ts'

const product = (id: number, fields: object = {}) => ({ id, name: `Ürün ${id}`, price: '10', ...fields })

onEachEngine('import and product commands', shop => {
  /** Runs the command. @returns its output, with file names instead of paths */
  const run = async (files: TestFile[], isTTY = false) => {
    const paths = shop.write(...files)
    const folder = paths[0]?.slice(0, paths[0].lastIndexOf('/') + 1) ?? ''
    const written = { stdout: '', stderr: '' }
    const stream = (name: keyof typeof written) => {
      const write = (chunk: Buffer, _encoding: string, done: () => void) => {
        written[name] += String(chunk).replaceAll(folder, '')
        done()
      }
      return Object.assign(new Writable({ write }), { isTTY, columns: 200 })
    }
    const options = { now: NOW, randomId: () => 'x', vatRate: '20' }
    const imported = await runImport(shop.database, paths, options, {
      stdout: stream('stdout'),
      stderr: stream('stderr'),
    })
    return { imported, ...written }
  }
  const list = async (json: boolean) => {
    const stdout = new PassThrough()
    const printed = text(stdout)
    await listProducts(shop.database, { json, now: NOW }, stdout)
    stdout.end()
    return printed
  }

  test('an import prints the numbers of created, updated, skipped and withdrawn records', async () => {
    const variants = [
      { id: 1, name: 'S' },
      { id: 2, name: 'M' },
    ]
    await run([{ products: [product(1, { variants })] }])
    const woo =
      'ID,Type,Name,Published,In stock?,Tax status,Regular price\n50,simple,Çay,1,1,none,5\n51,grouped,Set,1,1,none,\n'
    const output = await run([
      { shop: {}, products: [product(1, { variants: variants.slice(1) }), product(2)] },
      ['woo.csv', woo],
    ])
    assert.deepEqual(output, {
      imported: true,
      stderr: '',
      stdout: [
        'shop.json (shop file)',
        '  shop: 1 unchanged',
        '  products: 1 created, 1 unchanged',
        '  variants: 1 unchanged',
        'woo.csv (WooCommerce export)',
        '  products: 1 created',
        '  skipped: 1',
        '    line 3: is of the type grouped, which is not sold by itself: "Set"',
        '1 variant off sale now: the imported products lack them.',
        '',
      ].join('\n'),
    })
  })

  test('a refused import prints one line per problem, and that nothing was imported', async () => {
    const csv = 'Handle,Title,Variant Price\na,A,1\nb,B,x\n'
    const output = await run([{ products: [product(1, { price: 5 })] }, ['export.csv', csv]])
    assert.deepEqual(output, {
      imported: false,
      stdout: '',
      stderr: [
        'shop.json /products/0/price: must be a decimal number as text, such as "199.90"',
        'export.csv line 3: has a price that is no number such as 19.90: "x"; write it without separators of thousands and currency signs',
        'Nothing was imported: 2 problems.',
        '',
      ].join('\n'),
    })
  })

  test('a hundred problems are printed, and the number of the others', async () => {
    const { stderr } = await run([{ products: Array.from({ length: 150 }, () => ({ id: 0, name: 'A', price: '1' })) }])
    const lines = stderr.trimEnd().split('\n')
    assert.equal(lines.length, 102)
    assert.deepEqual(lines.slice(-2), ['… and 50 more', 'Nothing was imported: 150 problems.'])
  })

  test('unknown fields cause a warning', async () => {
    const { imported, stderr } = await run([{ products: [product(1, { colour: 1 }), product(2, { colour: 2 })] }])
    assert.equal(imported, true)
    assert.equal(
      stderr,
      'warning: shop.json /products/0/colour: is not a known field: ignored (and 1 more like it: /products/1/colour)\n',
    )
  })

  test('a terminal shows a progress bar, which is removed at the end', async () => {
    const { stderr } = await run([{ products: [product(1)] }], true)
    assert.match(stripVTControlCharacters(stderr), /█{24} 100 % {2}0\.0 of 0\.0 MB {2}1 record {2}shop\.json/)
    assert.ok(stderr.includes('\r\u001b[KChecking 1 record …\r\u001b[KWriting 1 record …'))
    assert.ok(stderr.endsWith('\r\u001b[K'))
  })

  test('products are listed with their SKUs, variants, prices and stock', async () => {
    await shop.import({
      products: [
        product(7, { sku: 'ÇAY 7', name: 'Çay', stock: 2.5, stockUnit: 'kg', vatRate: 1 }),
        product(8, {
          onSale: false,
          backorder: true,
          variants: [
            { id: 1, sku: 'S-1', name: 'S', price: '12.50', stock: 3 },
            { id: 2, name: 'M', backorder: false },
          ],
        }),
      ],
    })
    assert.equal(
      await list(false),
      [
        '7  Çay  10.10 (10 net, 1% VAT)  stock 2.5 kg  SKU ÇAY 7',
        '8  Ürün 8  10.00 (10 net, 0% VAT)  stock 0, backorder  (not on sale)',
        '    1  S  12.50 (12.50 net, 0% VAT)  stock 3, backorder  SKU S-1',
        '    2  M  10.00 (10 net, 0% VAT)  stock 0',
        '',
      ].join('\n'),
    )
    assert.deepEqual(
      (await list(true))
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line)),
      [
        {
          id: 7,
          sku: 'ÇAY 7',
          name: 'Çay',
          onSale: true,
          price: '10',
          priceWithVat: '10.10',
          pricesIncludeVat: false,
          vatRate: 1,
          stock: 2.5,
          reserved: 0,
          backorder: false,
          stockUnit: 'kg',
          variants: [],
        },
        {
          id: 8,
          sku: null,
          name: 'Ürün 8',
          onSale: false,
          price: '10',
          priceWithVat: '10.00',
          pricesIncludeVat: false,
          vatRate: 0,
          stock: 0,
          reserved: 0,
          backorder: true,
          stockUnit: '',
          variants: [
            {
              id: 1,
              sku: 'S-1',
              name: 'S',
              price: '12.50',
              priceWithVat: '12.50',
              stock: 3,
              reserved: 0,
              backorder: true,
            },
            {
              id: 2,
              sku: null,
              name: 'M',
              price: '10',
              priceWithVat: '10.00',
              stock: 0,
              reserved: 0,
              backorder: false,
            },
          ],
        },
      ],
    )
  })

  test('products of a shop whose prices include VAT are listed at these prices', async () => {
    await shop.import({
      shop: { decimalPlaces: 0, settings: { pricesIncludeVat: true } },
      products: [product(7, { price: '99.90', vatRate: 8.5, variants: [{ id: 1, name: 'S', price: '120' }] })],
    })
    assert.equal(
      await list(false),
      '7  Ürün 7  100 (gross, 8.5% VAT)  stock 0\n    1  S  120 (gross, 8.5% VAT)  stock 0\n',
    )
    const { price, priceWithVat, pricesIncludeVat } = JSON.parse(await list(true))
    assert.deepEqual([price, priceWithVat, pricesIncludeVat], ['99.90', '100', true])
  })

  test('a catalogue of several pages is listed completely', async () => {
    const ids = Array.from({ length: 1_201 }, (_, index) => index * 3 + 1)
    await shop.import({ products: ids.map(id => product(id, { variants: [{ id, name: 'S' }] })) })
    const listed = (await list(true))
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
    assert.deepEqual(
      listed.map(each => each.id),
      ids,
    )
    assert.deepEqual(
      listed.map(each => each.variants[0].id),
      ids,
    )
  })

  test('a closed pipe ends the list without an error; a full disk is an error', async () => {
    await shop.import({ products: [product(1)] })
    const closed = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
    })
    await listProducts(shop.database, { json: true, now: NOW }, closed)
    const broken = new Writable({ write: (_chunk, _encoding, done) => done(new Error('disk full')) })
    await assert.rejects(listProducts(shop.database, { json: true, now: NOW }, broken), /disk full/)
  })

  test('the sample shop imports without a warning', async () => {
    const options = { now: Date.now(), randomId: () => 'x', vatRate: '0' }
    const { warnings, files } = await importFiles(shop.database, [sampleShopFile], options)
    assert.deepEqual(warnings, [])
    assert.ok((files[0]?.sections.find(each => each.section === 'products')?.created ?? 0) > 0)
  })

  test('the sample shop is loaded into a new shop only, also during a simultaneous import', async () => {
    const own = shop.import({ products: [product(108)] })
    const results = await Promise.all([
      own,
      importSampleShop(shop.database, Date.now()),
      importSampleShop(shop.database, Date.now()),
    ])
    assert.deepEqual(results.slice(1), [false, false])
    assert.equal((await shop.rows('products')).length, 1)
    assert.equal(await importSampleShop(shop.database, Date.now()), false)
  })
})

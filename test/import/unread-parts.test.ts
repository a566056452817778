/** What an import does not read, or takes for nothing: told, with what to do. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importFiles } from '../../src/import/import-files.ts'
import type { ImportOptions } from '../../src/import/staging/stage-files.ts'
import { describeFinding, ImportProblems } from '../../src/shop-file/findings.ts'
import { NOW, onEachEngine, type TestFile } from '../support/import/imports.ts'
import { workbook } from '../support/import/workbooks.ts'

const products: TestFile = [
  'shop.json',
  '{"shop":{"settings":{"pricesIncludeVat":true}},"products":[{"id":1,"name":"Pot","sku":"P","price":"5","vatRate":20}]}',
]

onEachEngine('an import that does not read all', shop => {
  const told = async (options: Partial<ImportOptions>, ...files: TestFile[]): Promise<string[]> => {
    try {
      const report = await importFiles(shop.database, shop.write(...files), {
        now: NOW,
        randomId: () => 'x',
        ...options,
      })
      const findings = [...report.warnings, ...report.files.flatMap(({ skipped }) => skipped)]
      return findings.map(finding => describeFinding({ ...finding, file: '' }).trim())
    } catch (error) {
      if (!(error instanceof ImportProblems)) throw error
      return error.problems.map(finding =>
        describeFinding({ ...finding, file: '' })
          .trim()
          .replace(/\/\S+\//, ''),
      )
    }
  }

  test('names all columns that it does not read at once, and how to name one', async () => {
    await told({}, products)
    const [line, ...others] = await told({}, ['liste.csv', 'sku;stok;Yeni Fiyat;Raf\nP;3;9;A1\n'])
    assert.match(
      line ?? '',
      /^line 1: has 2 columns that are not read: "Yeni Fiyat, Raf"; if one says a field, name it/,
    )
    assert.deepEqual(others, [])
  })

  test('says that a table has no rows', async () => {
    assert.deepEqual(await told({}, ['empty.csv', 'Handle,Title,Variant Price\n']), [
      ': has no rows below its headings: nothing of it is imported',
    ])
  })

  test('says that choices of a sheet and of locations have no effect', async () => {
    await told({}, products)
    assert.deepEqual(await told({ sheet: '2', locations: ['Depo'] }, ['liste.csv', 'sku;stok\nP;3\n']), [
      ': is no workbook: the sheet that is named has no effect on it',
      ': is no inventory of locations: the locations that are named have no effect on it',
    ])
  })

  test('names the sheets of a workbook whose first one is about the others', async () => {
    await told({}, products)
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
    const prices = `<row>${cell('sku')}${cell('stok')}</row><row>${cell('P')}<c><v>4</v></c></row>`
    const book: TestFile = [
      'b.xlsx',
      workbook({ sheets: { Kapak: `<row>${cell('Liste 2026')}</row>`, Fiyatlar: prices } }),
    ]
    assert.deepEqual(await told({}, book), [
      ': has no table in its first sheet: choose another one by --sheet, over HTTP by ?sheet=, of "Kapak", "Fiyatlar"',
    ])
    assert.deepEqual(await told({ sheet: 'Fiyatlar' }, book), [])
    assert.equal((await shop.rows('products'))[0]?.stock, '4')
  })

  test('refuses the orders of Sepet, and numbers that it does not know as its own', async () => {
    assert.match(
      (await told({}, ['o.csv', 'reference,state,heldAt,itemId,productId,sku\na,held,,1,1,P\n']))[0] ?? '',
      /is an export of orders of Sepet/,
    )
    await told({}, products)
    const list = 'Product ID;Image;Name;Reference;Price (tax excl.);Quantity;Status\n1;;Bardak;REF-1;4;2;1\n'
    assert.match((await told({}, ['presta.csv', list]))[0] ?? '', /has no column that tells the products/)
    assert.deepEqual(
      (await shop.rows('products')).map(({ name }) => name),
      ['Pot'],
    )
  })

  test('doubts a VAT rate below 1 percent, and a compare-at price without a price', async () => {
    await told({}, products)
    assert.deepEqual(await told({}, ['liste.csv', 'sku;kdv\nP;0,20\n']), [
      'line 2: has a VAT rate below 1 percent: "0,20"; write 20 for 20 percent',
    ])
    assert.match(
      (await told({}, ['s.csv', 'Handle,Title,Option1 Value,Variant Compare At Price\np,Pot,Default Title,9\n']))[0] ??
        '',
      /^line 2: has a compare-at price, which says nothing without the price: "9"; export the prices, too$/,
    )
  })

  test('says once that products are in another file, too', async () => {
    const records = [1, 2, 3].map(id => ({ id, name: `P${id}`, price: '1', vatRate: 0 }))
    const table = ['id,variantId,name,price', ...records.map(({ id, name }) => `${id},,${name},1`)].join('\n')
    assert.deepEqual(await told({}, ['shop.json', JSON.stringify({ products: records })], ['products.csv', table]), [
      'line 2: is in shop.json, too: import each record from one file (and 2 more like it: line 3, line 4)',
    ])
  })

  test('says once for a column that its decimal signs may divide thousands, with both readings', async () => {
    const header = 'Handle,Title,Status,Option1 Value,Variant Price,Variant Taxable,Variant Inventory Qty'
    const [line, ...others] = await told({}, [
      's.csv',
      `${header}\na,A,active,Default Title,1.299,false,1\nb,B,active,Default Title,2.500,false,1\n`,
    ])
    assert.match(
      line ?? '',
      /^line 2: has a price with three digits behind its decimal sign: "1\.299 is read as 1\.299, not as 1299"; .* \(and 1 more like it: line 3\)$/,
    )
    assert.deepEqual(others, [])
    const wrong = await told({}, ['s.csv', `${header}\na,A,active,Default Title,"1.299,00",false,1\n`])
    assert.match(wrong[0] ?? '', /has a price that is no number/)
  })
})

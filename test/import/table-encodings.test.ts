/** Product exports as spreadsheets and editors leave them: every common shape arrives without a word, any other file is refused with the cure. */

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { onEachEngine } from '../support/import/imports.ts'
import { loaderOf } from '../support/import/tables.ts'
import { workbook, zip } from '../support/import/workbooks.ts'

const HEADINGS = [
  ...['Handle', 'Title', 'Vendor', 'Published', 'Option1 Name', 'Option1 Value', 'Variant SKU'],
  ...['Variant Inventory Tracker', 'Variant Inventory Qty', 'Variant Inventory Policy', 'Variant Price'],
  ...['Variant Compare At Price', 'Variant Taxable', 'Image Src', 'Status'],
]
const NAME = 'Şık Gömlek'
const SHIRT = [
  ...['shirt', NAME, 'V', 'true', 'Title', 'Default Title', 'S1'],
  ...['shopify', '3', 'deny', '50.00', '', 'true', '', 'active'],
]
/** The product of `SHIRT`: name, SKU, price, stock, VAT rate and whether it is on sale. */
const ARRIVED = [NAME, 'S1', '50.00', '3', '20', 1]

const header = HEADINGS.join(',')
const shirt = SHIRT.join(',')
/** Writes a text in Windows-1254: Latin-1 but for the letters of the name. */
const windows1254 = (text: string) => Buffer.from(text.replaceAll('Ş', '\xde').replaceAll('ı', '\xfd'), 'latin1')

onEachEngine('a product export', shop => {
  const load = loaderOf(shop)
  const arrived = async () =>
    (await shop.rows('products')).map(row => [row.name, row.sku, row.price, row.stock, row.vat_rate, row.on_sale])

  beforeEach(() => shop.import({ shop: { settings: { pricesIncludeVat: true } } }))

  const shapes: Record<string, (row: string[]) => string | Uint8Array> = {
    'with blank rows of a spreadsheet': row => `${header}\n${row}\n${','.repeat(14)}\n${','.repeat(14)}\n`,
    'whose header ends otherwise than its rows': row => `${header}\r\n${row}\n`,
    'in UTF-16 with tabs': row => Buffer.from(`\ufeff${HEADINGS.join('\t')}\n${row.join('\t')}\n`, 'utf16le'),
    'with a line that names the comma': row => `sep=,\n${header}\n${row}\n`,
    'with a line that names the semicolon': row => `sep=;\r\n${HEADINGS.join(';')}\r\n${row.join(';')}\r\n`,
    'below a blank line': row => `\n${header}\n${row}\n`,
    'with vertical bars': row => `${HEADINGS.join('|')}\n${row.join('|')}`,
    'with an empty cell too many': row => `${header}\n${row},\n`,
    'in words of a German spreadsheet': row => `${header}\n${row.join().replaceAll('true', 'WAHR')}\n`,
    'in words of a Turkish spreadsheet': row => `${header}\n${row.join().replaceAll('true', 'DOĞRU')}\n`,
  }
  test('of any common shape arrives without a word', async () => {
    const expected: unknown[] = []
    for (const [index, [shape, write]] of Object.entries(shapes).entries()) {
      const { told } = await load({}, ['in.csv', write([`shirt-${index}`, ...SHIRT.slice(1)])])
      expected.push(ARRIVED)
      assert.deepEqual([await arrived(), told], [expected, []], shape)
    }
  })

  test('whose rows lack the empty cells at their ends arrives as if they were there', async () => {
    const { told } = await load({}, ['in.csv', `${header}\n${SHIRT.slice(0, 11).join(',')}\n`])
    assert.deepEqual(await arrived(), [ARRIVED])
    assert.deepEqual(told, ['Variant Taxable: gives no VAT rate of 1 new item: it is 20'])
  })

  test('whose header and rows end otherwise has each of its rows', async () => {
    const pot = shirt.replace('shirt', 'pot').replace('S1', 'P1')
    await load({}, ['in.csv', `${header}\r\n${shirt}\n${pot}\r${pot.replaceAll('pot', 'pan')}\r\n`])
    assert.deepEqual(
      (await arrived()).map(([, sku]) => sku),
      ['S1', 'P1', 'P1'],
    )
  })

  test('in Windows-1254 arrives with a warning that shows a name from it', async () => {
    const content = windows1254(`${header}\n${shirt}\n`)
    const { told } = await load({}, ['in.csv', content])
    assert.deepEqual(await arrived(), [ARRIVED])
    assert.equal(told.length, 1)
    assert.match(told[0] ?? '', new RegExp(`^is not UTF-8, and was read as Windows-1254: "${NAME}"; `))
    const named = await load({ encoding: 'windows-1254' }, ['in.csv', content])
    assert.deepEqual([await arrived(), named.told], [[ARRIVED], []])
  })

  test('as a workbook arrives without a word, whatever its name', async () => {
    const row = (cells: string[]) => `<row>${cells.map(text => `<c t="str"><v>${text}</v></c>`).join('')}</row>`
    const content = workbook({ sheets: { Products: row(HEADINGS) + row(SHIRT) } })
    for (const name of ['in.xlsx', 'in.csv']) {
      const { told } = await load({}, [name, content])
      assert.deepEqual([await arrived(), told], [[ARRIVED], []], name)
    }
  })

  test('that cannot be read is refused by one sentence with the cure, and nothing is written', async () => {
    const text = `${header}\n${shirt}\n`
    const files: [string | Uint8Array, RegExp][] = [
      [gzipSync(text), /^in\.csv: is compressed \(gzip\): unpack it first$/],
      [zip([{ name: 'products.csv', content: text }]), /^in\.csv: is a zip file, and no workbook.*: unpack it first/],
      [
        `Products export 26.11.2026\n${text}`,
        /^in\.csv line 1: is no row of headings.*: "Products export 26\.11\.2026"; delete the lines above the headings$/,
      ],
      [`${header}\n${shirt},x\n`, /^in\.csv line 2: has a cell behind the last heading: "x"; quote cells/],
      [`${header}\n${shirt.replaceAll('true', 'belki')}\n`, /^in\.csv line 2: has neither true nor false as/],
    ]
    for (const [content, message] of files) {
      const problems = await shop.refusal(['in.csv', content])
      assert.match(problems[0] ?? '', message)
      assert.deepEqual(await arrived(), [])
    }
  })
})

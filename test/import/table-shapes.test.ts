/** Tables of any common shape: written by the rules of spreadsheets, with random cells, and read as they were. */

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { writeXlsx } from 'hucre/xlsx'
import { ImportChecks } from '../../src/import/import-checks.ts'
import { detectSource, type TableOptions } from '../../src/import/input/detect-source.ts'
import { describeFinding, Findings } from '../../src/shop-file/findings.ts'
import { seed, seededRandom } from '../support/runner/seed.ts'

const folder = mkdtempSync(join(tmpdir(), 'sepet-tables-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Reads a file. @returns its rows, and what is told */
async function read(content: string | Uint8Array, options: TableOptions = {}) {
  const path = join(folder, 'in.csv')
  writeFileSync(path, content)
  const findings = new Findings()
  const checks = new ImportChecks(findings).forFile('')
  const rows: string[][] = []
  try {
    const source = await detectSource(path, options, checks)
    if (source?.system) for await (const { fields } of source.rows(checks, () => {})) rows.push(fields)
  } catch (error) {
    checks.problem('', error instanceof Error ? error.message : String(error))
  }
  const told = [...findings.problems, ...findings.warnings()].map(each =>
    describeFinding(each).replace(/^: /, '').trim(),
  )
  return { rows, told, columns: findings.problems[0]?.columns }
}

const HEADINGS = ['sku', 'price', 'Ürün Adı', 'note']

test('a table of random cells is read as it was, whichever delimiter, encoding, line ends and blank rows it has', async () => {
  const next = seededRandom(seed)
  const pick = <T>(items: readonly T[]) => items[Math.floor(next() * items.length)] as T
  const cells = [
    '',
    'Şık',
    'a,b',
    'x;y',
    'p|q',
    'tab\there',
    'say "hi"',
    'two\nlines',
    ' blank ',
    "'=1+1",
    '1.299,00',
    'İĞÜŞÖÇığüşöç',
  ]
  for (let round = 0; round < 200; round++) {
    const delimiter = pick([',', ';', '\t', '|'])
    const end = pick(['\n', '\r\n', '\r'])
    const rows = Array.from({ length: 1 + Math.floor(next() * 4) }, () => ['S', pick(cells), pick(cells), pick(cells)])
    const quoted = (cell: string) =>
      /["\r\n]/.test(cell) || cell.includes(delimiter) || next() < 0.2 ? `"${cell.replaceAll('"', '""')}"` : cell
    const lines = [HEADINGS, ...rows].flatMap((row, index) => {
      const texts = row.map(quoted)
      // Spreadsheets drop empty cells at the end of a row, or add some.
      while (index > 0 && texts.at(-1) === '' && next() < 0.5) texts.pop()
      if (next() < 0.2) texts.push('', '')
      return next() < 0.2 ? [texts.join(delimiter), delimiter.repeat(3)] : [texts.join(delimiter)]
    })
    const before = pick(['', `sep=${delimiter}${end}`, end])
    const text = `${before}${lines.join(end)}${pick(['', end])}`
    const content = pick([
      () => Buffer.from(text),
      () => Buffer.from(`\ufeff${text}`),
      () => Buffer.from(`\ufeff${text}`, 'utf16le'),
      () => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
    ])()
    const { rows: seen, told } = await read(content)
    assert.deepEqual([seen, told], [[HEADINGS, ...rows], []], JSON.stringify(text))
  }
})

test('text that is not UTF-8 is read as Windows-1254 with a name from it, or by the encoding that is given', async () => {
  const turkish = Buffer.from('sku;price;name\nA;1;\xdeık\n'.replace('ı', '\xfd'), 'latin1')
  const { rows, told } = await read(turkish)
  assert.equal(rows[1]?.[2], 'Şık')
  assert.match(told[0] ?? '', /^is not UTF-8, and was read as Windows-1254: "Şık"; look at a text from it/)
  assert.deepEqual((await read(turkish, { encoding: 'iso-8859-1' })).rows[1]?.[2], 'Þýk')
  const { told: refused } = await read(Buffer.from('sku;price\nA\x81;1\n', 'latin1'))
  assert.deepEqual(refused, [
    'is neither UTF-8 nor Windows-1254: save it as "CSV UTF-8", or name its encoding by --encoding',
  ])
})

test('a text behind the last heading is refused at its row; rows above the headings are told', async () => {
  const { rows, told } = await read('sku,price\nA,1\nB,2,x\nC,3,,\n')
  assert.deepEqual(rows, [
    ['sku', 'price'],
    ['A', '1'],
    ['C', '3'],
  ])
  assert.deepEqual(told, ['line 3: has a cell behind the last heading: "x"; quote cells that contain the delimiter'])
  assert.deepEqual((await read('Price list 2026\n\nsku;price\nA;1\n')).told, [
    'line 1: is no row of headings, which stand below it: "Price list 2026"; delete the lines above the headings',
  ])
})

test('a workbook is a table: its first sheet or another one, with dates, numbers and flags as they are stored', async () => {
  const sheet = (name: string, sku: string) => ({
    name,
    rows: [
      ['sku', 'fiyat', 'indirim başlangıcı', 'satışta'],
      [sku, 19.9, new Date(Date.UTC(2026, 0, 31)), true],
      [],
      ['00123', 0.1 + 0.2, new Date(Date.UTC(2026, 0, 31, 14, 30)), false],
    ],
  })
  const workbook = await writeXlsx({ sheets: [sheet('Liste', 'A'), sheet('İkinci', 'B')] })
  const rows = (sku: string) => [
    ['sku', 'fiyat', 'indirim başlangıcı', 'satışta'],
    [sku, '19.9', '2026-01-31', 'TRUE'],
    ['00123', '0.3', '2026-01-31 14:30:00', 'FALSE'],
  ]
  assert.deepEqual(await read(workbook), { rows: rows('A'), told: [], columns: undefined })
  for (const name of ['İkinci', '2']) assert.deepEqual((await read(workbook, { sheet: name })).rows, rows('B'))
  assert.match(
    (await read(workbook, { sheet: 'Yok' })).told[0] ?? '',
    /^has nothing in this sheet, or no such sheet: "Yok"; choose one by --sheet.*, of "Liste", "İkinci"$/,
  )
  assert.match((await read(workbook.subarray(0, 900))).told[0] ?? '', /^is a (workbook|zip file)/)
})

test('a file that is no table is named, with what to save instead', async () => {
  const zip = [0x50, 0x4b, 0x03, 0x04]
  const files: [number[] | string, RegExp][] = [
    [[0x1f, 0x8b, 8], /^is compressed \(gzip\): unpack it first$/],
    [[...zip, 1, 2, 3], /^is a zip file, and no workbook that can be read: unpack it first/],
    [[...zip, ...Buffer.from('Index/Document.iwa')], /^is a Numbers document: save the table as "CSV UTF-8"/],
    [[0xd0, 0xcf, 0x11, 0xe0], /^is a workbook of an old Excel \(\.xls\), or one with a password: save the table/],
    ['%PDF-1.7', /^is a PDF: save the table/],
    ['<!DOCTYPE html><title>Sign in', /^is a web page \(HTML\): perhaps a page to sign in was saved/],
    ['Name,Email,Financial Status,Lineitem name\n#1,a@b.co,paid,Tee\n', /^is an export of orders of Shopify: /],
    ['Title,Variant Price,Variant SKU\nTee,1,T\n', /^looks like a product export of Shopify without the column Handle/],
    ['Telefon,Soyad\n1,Su\n', /^looks like a list of customers without their emails/],
    ['Renk,Fiyat\nMavi,1\n', /^looks like a sheet of products, which has no column that tells the products/],
    ['', /^is empty$/],
  ]
  for (const [content, message] of files) {
    const { rows, told } = await read(typeof content === 'string' ? content : Uint8Array.from(content))
    assert.deepEqual([rows.length, told.length], [0, 1], String(message))
    assert.match(told[0] ?? '', message)
  }
})

test('columns can be named, also with commas and equals signs in their headings', async () => {
  const text = 'Ürün, Kodu;a=b;Renk\nA;1;x\n'
  const { told, columns } = await read(text)
  assert.match(
    told[0] ?? '',
    /^has no headings of a table that can be read.*: "Ürün, Kodu, a=b, Renk"; name the columns by --columns/,
  )
  assert.deepEqual(columns, ['Ürün, Kodu', 'a=b', 'Renk'])
  assert.deepEqual((await read(text, { columns: { 'ürün, kodu': 'sku', 'a=b': 'price' } })).rows[0], [
    'sku',
    'price',
    'Renk',
  ])
  assert.match(
    (await read(text, { columns: { Kod: 'sku' } })).told[0] ?? '',
    /^has no such column, which the mapping of columns names: "Kod"$/,
  )
})

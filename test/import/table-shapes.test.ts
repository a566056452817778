/** Tables of any common shape: written by the rules of spreadsheets, with random cells, and read as they were. */

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ImportChecks } from '../../src/import/import-checks.ts'
import { detectSource, type TableOptions } from '../../src/import/detect-source.ts'
import { UnreadableFile } from '../../src/import/input/files.ts'
import { describeFinding, Findings } from '../../src/shop-file/findings.ts'
import { workbook } from '../support/import/workbooks.ts'
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
    if (!(error instanceof UnreadableFile)) throw error
    checks.problem(error.at, error.message, error.value)
  }
  const told = [...findings.problems, ...findings.warnings()].map(each =>
    describeFinding(each).replace(/^: /, '').trim(),
  )
  return { rows, told, columns: findings.problems[0]?.columns }
}

const HEADINGS = ['sku', 'price', 'Ürün\nAdı', 'note']

const next = seededRandom(seed)
const pick = <T>(items: readonly T[]) => items[Math.floor(next() * items.length)] as T

/** Writes a text in Windows-1254: Latin-1 but for six letters. */
function windows1254(text: string): Buffer {
  const letters: Record<string, string> = { Ğ: '\xd0', İ: '\xdd', Ş: '\xde', ğ: '\xf0', ı: '\xfd', ş: '\xfe' }
  return Buffer.from([...text].map(letter => letters[letter] ?? letter).join(''), 'latin1')
}

test('a table of random cells is read as it was, whichever delimiter, encoding, line ends and blank rows it has', async () => {
  const cells = [
    ...['', 'Şık', 'a,b', 'x;y', 'p|q', 'tab\there', 'say "hi"', 'two\nlines', 'two\r\nlines'],
    ...[' blank ', "'=1+1", '1.299,00', 'İĞÜŞÖÇığüşöç'],
  ]
  for (let round = 0; round < 250; round++) {
    const delimiter = pick([',', ';', '\t', '|'])
    // One program has written the file, another one has changed it.
    const ends = pick([['\n'], ['\r\n'], ['\r'], ['\n', '\r\n', '\r', '\r\r\n']])
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
    const before = pick(['', `sep=${delimiter}${pick(ends)}`, pick(ends)])
    const text = `${before}${lines.map((line, index) => (index === 0 ? line : pick(ends) + line)).join('')}${pick(['', pick(ends)])}`
    const [content, isGuessed] = pick<() => [Buffer, boolean]>([
      () => [Buffer.from(text), false],
      () => [Buffer.from(`\ufeff${text}`), false],
      () => [Buffer.from(`\ufeff${text}`, 'utf16le'), false],
      () => [Buffer.from(`\ufeff${text}`, 'utf16le').swap16(), false],
      () => [windows1254(text), true],
    ])()
    const { rows: seen, told } = await read(content)
    assert.deepEqual([seen, told.length], [[HEADINGS, ...rows], Number(isGuessed)], JSON.stringify(text))
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
  const marked = Buffer.from('\ufeffsku,price\nŞ,1\n')
  assert.equal((await read(marked, { encoding: 'windows-1254' })).rows[1]?.[0], 'Ş')
})

test('a text that its encoding does not allow is refused before a row is read', async () => {
  const notValid = (label: string) =>
    `is no valid text in its encoding: "${label}"; save it as "CSV UTF-8", or name its encoding by --encoding`
  const table = 'sku,price\nŞ,1\n'
  const cut = Buffer.concat([Buffer.from(`\ufeff${table}`, 'utf16le'), Buffer.from([65])])
  assert.deepEqual(await read(cut), { rows: [], told: [notValid('utf-16le')], columns: undefined })
  assert.deepEqual((await read(windows1254(table), { encoding: 'utf-8' })).told, [notValid('utf-8')])
  const unmarked = Buffer.from(table, 'utf16le')
  assert.match((await read(unmarked)).told[0] ?? '', /^is UTF-16 without a mark: save it as "CSV UTF-8", or name/)
  assert.equal((await read(unmarked, { encoding: 'utf-16le' })).rows[1]?.[0], 'Ş')
})

test('a line that names the delimiter is believed where the table is one by it', async () => {
  const table = [
    ['sku', 'price'],
    ['A', '1'],
  ]
  for (const text of ['sep=^\nsku^price\nA^1\n', 'sep=;  \r\nsku;price\r\nA;1', 'sep=😀\nsku😀price\nA😀1\n'])
    assert.deepEqual((await read(text)).rows, table, text)
  for (const text of ['sep=;\nsku,price\nA,1\n', 'sep=\ud83d\nsku,price\nA,1\n'])
    assert.deepEqual((await read(text)).rows, table, text)
  for (const text of ['sep="\nsku"price\nA"1\n', 'sep=a\nskuaprice\nAa1\n'])
    assert.equal((await read(text)).told.length, 1, text)
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
  const row = (...cells: string[]) => `<row>${cells.map(text => `<c t="str"><v>${text}</v></c>`).join('')}</row>`
  const titled = workbook({ sheets: { Liste: row('Price list 2026') + row() + row('sku', 'price') + row('A', '1') } })
  assert.match((await read(titled)).told[0] ?? '', /^line 1: is no row of headings.*: "Price list 2026"; delete/)
  assert.match(
    (await read(workbook({ sheets: { Liste: row('') } }))).told[0] ?? '',
    /^has nothing in this sheet: choose/,
  )
})

test('a file that is no table is named, with what to save instead', async () => {
  const zip = [0x50, 0x4b, 0x03, 0x04]
  const files: [number[] | string, RegExp][] = [
    [[0x1f, 0x8b, 8], /^is compressed \(gzip\): unpack it first$/],
    [[...zip, 1, 2, 3], /^is a zip file, and no workbook that can be read: unpack it first/],
    ['\ufeff<table><tr><td>sku', /^is a table of a web page \(HTML\), also where it is called \.xls: open it/],
    ['<?xml version="1.0"?><Workbook>', /^is XML: save the table/],
    [';;\n\n;;', /^is empty$/],
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
  const twice = 'sku;Fiyat;Satış Fiyatı;price\nA;1;2;3\n'
  assert.deepEqual(await read(twice, { columns: { 'Satış Fiyatı': 'price' } }), {
    rows: [
      ['sku', 'price'],
      ['A', '2'],
    ],
    told: ['Fiyat', 'price'].map(name => `line 1 /${name}: is not read: another column is named as its field`),
    columns: undefined,
  })
})

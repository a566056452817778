/** Excel workbooks as tables: written by another program and as Excel does, read as they were, and refused where they are hostile. */

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { writeXlsx } from 'hucre/xlsx'
import { UnreadableFile } from '../../src/import/input/files.ts'
import { readWorkbook } from '../../src/import/input/read-workbook.ts'
import { type Part, type WorkbookParts, workbook, workbookParts, zip } from '../support/import/workbooks.ts'
import { seed, seededRandom } from '../support/runner/seed.ts'

const folder = mkdtempSync(join(tmpdir(), 'sepet-workbooks-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const path = join(folder, 'in.xlsx')

const next = seededRandom(seed)
const pick = <T>(items: readonly T[]) => items[Math.floor(next() * items.length)] as T

/** Reads a workbook. @returns its rows by their numbers, or what is told */
async function read(content: Uint8Array, sheet?: string): Promise<string[][] | string> {
  writeFileSync(path, content)
  const rows: string[][] = []
  try {
    for await (const { line, fields } of readWorkbook(path, sheet, () => {})) rows[line - 1] = fields
    return rows
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return `${error.at} ${error.message}${error.value === undefined ? '' : ` (${error.value})`}`.trim()
  }
}

/** Reads the only sheet of a workbook. */
function readSheet(rows: string, parts: Partial<WorkbookParts> = {}): Promise<string[][] | string> {
  return read(workbook({ sheets: { Liste: rows }, ...parts }))
}

test('a workbook of random cells is read as another program has written it', async () => {
  const day = Date.UTC(2026, 0, 31)
  const cells: [string | number | boolean | Date | null, string][] = [
    ...[null, 'Şık & <b>', ' a ', '00123', '=1+1', 'two\nlines', '😀'].map(
      text => [text, text ?? ''] as [string | null, string],
    ),
    ...[0, -3, 19.9, 0.1 + 0.2, 1e-7, 1e21, 4_011_200_296_908].map(
      number =>
        [number, { [0.1 + 0.2]: '0.3', 1e-7: '0.0000001', 1e21: '1000000000000000000000' }[number] ?? `${number}`] as [
          number,
          string,
        ],
    ),
    ...([
      [true, 'TRUE'],
      [false, 'FALSE'],
    ] as [boolean, string][]),
    ...([
      [new Date(day), '2026-01-31'],
      [new Date(day + 52_200_000), '2026-01-31 14:30:00'],
    ] as [Date, string][]),
  ]
  for (let round = 0; round < 30; round++) {
    const rows = Array.from({ length: 1 + Math.floor(next() * 8) }, () =>
      Array.from({ length: Math.floor(next() * 6) }, () => pick(cells)),
    )
    const written = await writeXlsx({ sheets: [{ name: 'Liste', rows: rows.map(row => row.map(([value]) => value)) }] })
    const expected: string[][] = []
    for (const [index, row] of rows.entries()) {
      const length = row.findLastIndex(([, text]) => text !== '') + 1
      if (length > 0) expected[index] = row.slice(0, length).map(([, text]) => text)
    }
    assert.deepEqual(await read(written), expected)
  }
})

test('cells have the texts, dates and percentages that they show', async () => {
  const strings =
    '<si><t>Şık</t></si><si><r><rPr><b/></rPr><t>fi</t></r><r><t xml:space="preserve"> yat</t></r><rPh sb="0" eb="1"><t>no</t></rPh></si>'
  const styles = `<numFmts><numFmt numFmtId="164" formatCode="[$-41F]dd\\.mm\\.yyyy"/><numFmt numFmtId="165" formatCode="#,##0.00 &quot;adet&quot;"/>
    <numFmt numFmtId="166" formatCode="[h]:mm"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
    <cellXfs>${[0, 9, 14, 21, 164, 165, 166].map(id => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`
  const number = (style: number, value: string) => `<c s="${style}"><v>${value}</v></c>`
  const rows = `<row r="2" spans="1:3"><c r="A2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c></row>
    <row r="3"><c t="str"><f>A1</f><v>a_x000D_&amp;b</v></c><c t="inlineStr"><is><t>c</t></is></c><c t="b"><v>1</v></c><c t="d"><v>2026-01-31T00:00:00</v></c></row>
    <row r="5">${number(1, '0.2')}${number(1, '0.075')}${number(2, '46053')}${number(3, '0.5')}${number(4, '46053.583333333336')}</row>
    <row r="6">${number(5, '19.899999999999999')}${number(6, '1.5')}${number(0, '12345678901234567')}<c r="XFD6"><v></v></c></row>`
  const expected = [
    ['Şık', '', 'fi yat'],
    ['a\r&b', 'c', 'TRUE', '2026-01-31'],
    ['20%', '7.5%', '2026-01-31', '12:00:00', '2026-01-31 14:00:00'],
    ['19.9', '1.5', '12345678901234567'],
  ]
  const seen = await readSheet(rows, { strings, styles })
  assert.deepEqual(Object.entries(seen), [
    ['1', expected[0]],
    ['2', expected[1]],
    ['4', expected[2]],
    ['5', expected[3]],
  ])
  const of1904 = await readSheet(`<row>${number(2, '44591')}</row>`, { styles, properties: 'date1904="1"' })
  assert.deepEqual(of1904, [['2026-01-31']])
  // A prefix is as good as none.
  const prefixed = workbookParts({ sheets: { Liste: '<x:row><x:c><x:v>7</x:v></x:c></x:row>' } })
  assert.deepEqual(await read(zip(prefixed)), [['7']])
})

test('a sheet is chosen by its name or number; without one the first that is shown is read', async () => {
  const row = (text: string) => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`
  const content = workbook({ sheets: { 'Eski (hidden)': row('A'), Liste: row('B'), '02': row('C') } })
  assert.deepEqual(await read(content), [['B']])
  for (const [sheet, text] of [
    ['Eski (hidden)', 'A'],
    ['2', 'B'],
    ['02', 'C'],
    ['3', 'C'],
  ] as const)
    assert.deepEqual(await read(content, sheet), [[text]], sheet)
  for (const sheet of ['Yok', '0', '4', '-1', '1.5', '__proto__'])
    assert.equal(
      await read(content, sheet),
      `has no sheet "${sheet}": choose one by --sheet, over HTTP by ?sheet=, of "Eski (hidden)", "Liste", "02"`,
    )
})

test('formulas have their stored values, or are refused at their cells', async () => {
  assert.deepEqual(await readSheet('<row><c r="B1"><f>1+1</f><v>2</v></c></row>'), [['', '2']])
  assert.equal(
    await readSheet('<row r="7"><c r="AB7" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>'),
    'line 7 has a formula with an error: correct it in the sheet (#DIV/0!, column AB)',
  )
  assert.equal(
    await readSheet('<row r="7"><c r="C7"><f>1+1</f></c></row>'),
    'line 7 has a formula without a stored value: open the workbook in a spreadsheet, and save it again (column C)',
  )
})

const BROKEN = 'is a workbook that is broken or cut off: save it again as .xlsx, or as "CSV UTF-8"'
const TOO_LARGE = 'is a workbook that is too large when it is unpacked: save the table as "CSV UTF-8"'
const row = '<row><c><v>1</v></c></row>'

/** A workbook with one part replaced. */
function withPart(name: string, change: Partial<Part>): Buffer {
  return zip(
    workbookParts({ sheets: { Liste: row } }).map(part => (part.name === name ? { ...part, ...change } : part)),
  )
}

test('a workbook that is hostile or broken is refused by one sentence', async () => {
  const sheet = 'xl/worksheets/sheet1.xml'
  const cells = (content: string) =>
    withPart(sheet, { content: `<worksheet><sheetData>${content}</sheetData></worksheet>` })
  const cases: [string, Buffer, string][] = [
    ['a sheet that unpacks to 2 GB', withPart(sheet, { declaredSize: 2 ** 31 }), TOO_LARGE],
    ['texts that unpack to 300 MB', withPart('xl/sharedStrings.xml', { declaredSize: 300 * 2 ** 20 }), TOO_LARGE],
    ['contents that unpack to 20 MB', withPart('xl/workbook.xml', { declaredSize: 20 * 2 ** 20 }), TOO_LARGE],
    ['more than the size says', withPart(sheet, { declaredSize: 10 }), BROKEN],
    ['another checksum', withPart(sheet, { checksum: 1 }), BROKEN],
    [
      'a cell of 9 MB',
      cells(`<row><c t="str"><v>${'A'.repeat(9 * 2 ** 20)}</v></c></row>`),
      'has a cell that is longer than 8 MB',
    ],
    [
      'an entity of its own',
      withPart(sheet, {
        content: '<!DOCTYPE a [<!ENTITY b "cc">]><worksheet><row><c t="str"><v>&b;</v></c></row></worksheet>',
      }),
      BROKEN,
    ],
    ['a hundred levels', cells(`${'<a>'.repeat(100)}${'</a>'.repeat(100)}`), BROKEN],
    ['a row beyond the last one', cells('<row r="1048577"><c><v>1</v></c></row>'), BROKEN],
    ['a row that is no number', cells('<row r="x"><c><v>1</v></c></row>'), BROKEN],
    ['a column beyond the last one', cells('<row><c r="XFE1"><v>1</v></c></row>'), BROKEN],
    ['a text that is missing', cells('<row><c t="s"><v>5</v></c></row>'), BROKEN],
    [
      'bytes that are no UTF-8',
      withPart(sheet, {
        content: Buffer.from('<worksheet><row><c t="str"><v>\xff</v></c></row></worksheet>', 'latin1'),
      }),
      BROKEN,
    ],
    [
      'no sheet of cells',
      withPart('xl/_rels/workbook.xml.rels', { content: '<Relationships/>' }),
      'is a workbook without a sheet of cells',
    ],
    [
      'another document',
      withPart('_rels/.rels', {
        content:
          '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="word/document.xml"/></Relationships>',
      }),
      'is a document and no workbook: save the table as "CSV UTF-8" or as an Excel workbook (.xlsx)',
    ],
    [
      'a binary workbook',
      withPart('_rels/.rels', {
        content:
          '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>',
      }),
      'is a binary workbook (.xlsb): save the table as "CSV UTF-8" or as an Excel workbook (.xlsx)',
    ],
  ]
  for (const [name, content, message] of cases) assert.equal(await read(content), message, name)
})

test('whatever bytes of a workbook are changed or cut off, it is read or refused', async () => {
  const sound = workbook({
    sheets: { Liste: `<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>${row}` },
    strings: '<si><t>sku</t></si><si><t>x</t></si>',
  })
  for (let round = 0; round < 300; round++) {
    const bytes = Buffer.from(sound.subarray(0, next() < 0.2 ? Math.floor(next() * sound.length) : undefined))
    for (let change = 0; change < 3 && bytes.length > 0; change++)
      bytes[Math.floor(next() * bytes.length)] = Math.floor(next() * 256)
    const seen = await read(bytes)
    assert.ok(Array.isArray(seen) ? seen.length <= 2 : seen.startsWith('is a '), String(seen))
  }
})

test('the rows of a sheet are read as they are needed, and not before', async () => {
  const cells = () => `<c t="inlineStr"><is><t>${next()}</t></is></c>`
  writeFileSync(
    path,
    workbook({ sheets: { Liste: Array.from({ length: 20_000 }, () => `<row>${cells()}${cells()}</row>`).join('') } }),
  )
  let [rows, bytes] = [0, 0]
  const counted = (count: number) => {
    bytes += count
  }
  for await (const _ of readWorkbook(path, undefined, counted)) if (++rows === 1_000) break
  const atFirst = bytes
  for await (const _ of readWorkbook(path, undefined, counted)) rows++
  assert.equal(rows, 21_000)
  assert.ok(atFirst < (bytes - atFirst) / 10, `${atFirst} of ${bytes - atFirst} bytes for 1,000 of 20,000 rows`)
})

/** What an import finds in tables, in the language of the office's page. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importFiles } from '../../src/import/import-files.ts'
import type { ImportOptions } from '../../src/import/staging/stage-files.ts'
import { type Finding, ImportProblems } from '../../src/shop-file/findings.ts'
import { loadStock } from '../support/browser/office-stock-modules.ts'
import { NOW, onEachEngine } from '../support/import/imports.ts'
import { workbook } from '../support/import/workbooks.ts'

const { causeText } = await loadStock('pages/imports/causes')
const { textsIn } = await loadStock('texts/texts')

const WOO = 'ID,Type,SKU,Name,Published,Date sale price starts,In stock?,Stock,Sale price,Regular price,Images,Parent'
/** Tables with one fault per row. */
const faulty = [
  `${WOO}\nx,simple,,A,1,,1,1,,1,,\n1,simple,,,9,soon,maybe,many,free,1.299,ftp://x,\n2,grouped,,G,1,,1,1,,1,,\n,simple,,N,1,,1,1,,1,,\n3,variation,,V,1,,1,1,,1,,\n4,variation,,V,1,,1,1,,1,,id:2`,
  'Handle,Title,Published,Option1 Value,Variant Price,Variant Taxable\na,A,perhaps,S,x,true\na,,,S,1,false\na,,,,2,\n,B,,S,1,',
  'sku,price,salePrice,stock,stockChange,kdv,satışta,Renk\nA,1,x,1,2,200,belki,x\n,1,,,,,,\nB,1,,,z,,,',
  'id,price\nx,1\n',
  'E-posta,Ad,bayi\nnobody,A,belki\n,B,\n',
  'sku,price\nA,1,surplus\n',
  'Liste 2026\nsku,price\nA,1\n',
  'Renk,Beden\nMavi,S\n',
  'Variant SKU,Variant Price,Title\nA,1,T\n',
  'Telefon,Soyad\n1,Su\n',
  'Name,Financial Status\n#1,paid\n',
  'ID,Regular price\n5,1\n',
  'Handle,Title,Status,Variant Price\na,A,sold,1\nb,B,unlisted,1\n',
  'Handle,Location,Available\na,Depo,x\na,Depo,not stocked\nb,Depo,\nc,Depo,not stocked\n',
  '%PDF-1.7',
  Buffer.from('sku,price\nA,1\n', 'utf16le'),
  Buffer.from('\ufeffsku\ud800,price\n', 'utf16le'),
  workbook({ sheets: { Liste: '' } }),
  workbook({ sheets: { Liste: '<row><c t="e"><v>#N/A</v></c></row>' } }),
  workbook({ sheets: { Liste: '<row><c><f>1</f></c></row>' } }),
  workbook({ sheets: { Liste: '<row><c r="1"/></row>' } }),
]

onEachEngine('a finding in a table', shop => {
  const findingsIn = async (content: string | Uint8Array, options: Partial<ImportOptions> = {}): Promise<Finding[]> => {
    try {
      const report = await importFiles(shop.database, shop.write(['in.csv', content]), {
        now: NOW,
        randomId: () => 'x',
        ...options,
      })
      return [...report.warnings, ...report.files.flatMap(({ skipped }) => skipped)]
    } catch (error) {
      if (!(error instanceof ImportProblems)) throw error
      return error.problems
    }
  }

  test('is told in Turkish, with its numbers', async () => {
    const sound = `${WOO}\n5,simple,S5,A,1,,1,,,1.299,,\n6,simple,S6,B,1,,1,,,,,\n7,variation,V7,C,1,,1,1,,1,,id:99`
    const reduced = 'ID,Type,SKU,Name,Regular price,Tax class\n15,simple,S15,A,1,reduced-rate\n'
    const taxed = [...(await findingsIn(sound, { vatRate: '20' })), ...(await findingsIn(reduced, { vatRate: '20' }))]
    const found = [...taxed, ...(await findingsIn('sku,price\nNONE,1\n'))]
    for (const content of faulty) found.push(...(await findingsIn(content)))
    const english = found.map(({ message, value = null }) => ({
      message,
      value,
      text: causeText(textsIn('tr'), { message, value }),
    }))
    const untranslated = english.filter(({ message, text }) => text.startsWith(message.split(': ')[0] ?? ''))
    assert.deepEqual([...new Set(untranslated.map(({ message }) => message))], [])
    assert.ok(found.length > 30, String(found.length))
    const [price] = english.filter(({ message }) => message.startsWith('has a regular price with'))
    assert.match(
      price?.text ?? '',
      /^normal fiyatı ayırıcıdan sonra üç haneli, ondalık olarak okundu: “1\.299, not 1299”; binlik/,
    )
  })
})

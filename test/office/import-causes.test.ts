/** What an import finds in tables, in the language of the office's page. */

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ProductRow } from '../../src/import/formats/sepet/product-row.ts'
import { importFiles } from '../../src/import/import-files.ts'
import type { ImportOptions } from '../../src/import/staging/stage-files.ts'
import { type Finding, ImportProblems } from '../../src/shop-file/findings.ts'
import { recordSchemas, ShopSection } from '../../src/shop-file/shop-file.schema.ts'
import { type Causes, loadStock } from '../support/browser/office-stock-modules.ts'
import { NOW, onEachEngine } from '../support/import/imports.ts'
import { readSentences, type Sentence } from '../support/import/sentences.ts'
import { workbook } from '../support/import/workbooks.ts'

const { causeText, translationOf } = await loadStock('pages/imports/causes')
const { textsIn } = await loadStock('texts/texts')
const causes = (textsIn('tr').imports as { causes: () => Causes }).causes()
const turkish = (message: string) => translationOf(causes, message)

type Rule = { description?: string; properties?: Record<string, object>; items?: object; anyOf?: object[] }

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
    const untranslated = found.filter(({ message }) => turkish(message) === undefined)
    assert.deepEqual([...new Set(untranslated.map(({ message }) => message))], [])
    assert.ok(found.length > 30, String(found.length))
    const price = found.find(({ message }) => message.startsWith('has a regular price with')) ?? assert.fail()
    assert.match(
      causeText(textsIn('tr'), { message: price.message, value: price.value ?? null }),
      /^normal fiyatı ondalık ayırıcıdan sonra üç haneli: “1\.299 değeri ondalıklı 1\.299 olarak okunur, binlik 1299 olarak değil”; binlik/,
    )
  })
})

describe('the sentences of imports', () => {
  const { words } = causes

  /** Sentences that a part of one can stand in. */
  const wholes = ({ text, call }: Sentence) => {
    const said = text.replaceAll('§', '7')
    if (call === 'missing') return [`is missing: ${said}`]
    const foreign = 'has none of the sections of a shop file: '
    const ofNew = ['is not said of', 'gives no VAT rate of'].map(start => `${start} 7 new items: ${said}`)
    return [said, ...ofNew, foreign + said, `${foreign}its members are "x"; ${said}`]
  }
  /** Whether no word of what is repeated is left in English. */
  const isTranslated = (text: string) => {
    const translation = turkish(`${text.replaceAll('§', '7')} is repeated: /a/0 has the same`) ?? text
    return text.match(/[a-z]{3,}/g)?.every(word => !translation.includes(word)) ?? true
  }
  const isTold = (sentence: Sentence) =>
    Object.hasOwn(words, sentence.text) ||
    (sentence.call === 'unique' && isTranslated(sentence.text)) ||
    wholes(sentence).some(whole => turkish(whole) !== undefined)

  test('are all in Turkish', () => {
    const sentences = readSentences()
    assert.deepEqual(
      sentences.filter(sentence => !isTold(sentence)),
      [],
    )
    assert.ok(sentences.length > 150, String(sentences.length))
    for (const about of ['bzip2', '.xlsb', 'its locations are', 'quotation mark', 'customer group', 'compare-at price'])
      assert.ok(
        sentences.some(({ text }) => text.includes(about)),
        about,
      )
  })

  test('name no option of the command in the office', () => {
    const english = (textsIn('en').imports as { causes: () => Causes }).causes()
    const commanding = readSentences().filter(({ text }) => text.includes(' --'))
    for (const sentence of commanding) {
      for (const language of [english, causes]) {
        const told = wholes(sentence).flatMap(whole => translationOf(language, whole) ?? [])
        assert.ok(told.length > 0, sentence.text)
        for (const text of told) assert.doesNotMatch(text, / --|HTTP/)
      }
    }
    assert.ok(commanding.length > 8, String(commanding.length))
  })

  test('name every rule of a value in Turkish', () => {
    const rules = [...Object.values(recordSchemas), ShopSection, ProductRow].flatMap(rulesIn)
    const untold = rules.filter(rule => turkish(`must be ${rule}`) === undefined)
    assert.deepEqual([...new Set(untold)], [])
    assert.equal(turkish('must be null or an integer from 1 to 99'), 'boş ya da 1 ile 99 arasında bir tam sayı olmalı')
    assert.equal(turkish('is missing: it must be one of "a", "b"'), 'eksik: şunlardan biri olmalı: "a", "b"')
  })

  test('say what is in them, and nothing of a sentence that is not known', () => {
    assert.equal(
      causeText(textsIn('tr'), { message: 'has no such location: its locations are "Depo", "Mağaza"', value: 'ofis' }),
      'böyle bir konum yok: “ofis”; konumları "Depo", "Mağaza"',
    )
    assert.equal(
      turkish('is in a: b.csv, too: import each record from one file'),
      'a: b.csv içinde de var: her kaydı tek bir dosyadan içe aktarın',
    )
    assert.equal(causeText(textsIn('tr'), { message: 'is purple', value: null }), 'is purple')
    assert.equal(causeText(textsIn('en'), { message: 'is empty', value: null }), 'is empty')
  })
})

/** The rules of a schema and of what is in it. */
function rulesIn(schema: object): string[] {
  const { description, properties = {}, items, anyOf = [] } = schema as Rule
  const within = [...Object.values(properties), ...(items ? [items] : []), ...anyOf].flatMap(rulesIn)
  return description === undefined ? within : [description, ...within]
}

/** CSV prices of a shop that has never said whether its prices include VAT: one warning per import, and nothing is converted. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importFiles } from '../../src/import/import-files.ts'
import { NOW, onEachEngine, type TestFile } from '../support/import/imports.ts'

const SHOPIFY = 'Handle,Title,Variant Price,Variant Taxable\n'
const WOO = 'ID,Type,Name,Regular price,Tax status\n'
const WARNING =
  'has products with a VAT rate above 0, and the shop has never set pricesIncludeVat: their prices count as prices without VAT; import a shop file with {"shop": {"settings": {"pricesIncludeVat": true}}} and --allow-currency-change if they include it, or with false'
const taxedShopify: TestFile = ['shopify.csv', `${SHOPIFY}keten,Keten,10,true\nipek,İpek,20,true\n`]
const freeShopify: TestFile = ['free.csv', `${SHOPIFY}kitap,Kitap,10,false\n`]
const taxedWoo: TestFile = ['woo.csv', `${WOO}50,simple,Çay,5,taxable\n`]
const customers: TestFile = ['customers.csv', 'email,surname\na@example.com,Ay\n']
const settings = (pricesIncludeVat: boolean): TestFile => [
  'settings.json',
  JSON.stringify({ shop: { settings: { pricesIncludeVat } } }),
]

onEachEngine('a CSV with VAT in a shop that has never set pricesIncludeVat', shop => {
  const warningsOf = async (files: TestFile[], vatRate: string | undefined = '20') => {
    const paths = shop.write(...files)
    const { warnings } = await importFiles(shop.database, paths, { now: NOW, randomId: () => 'x', vatRate })
    const ofFiles = warnings.filter(({ at }) => at === '')
    return ofFiles.map(({ file, at, message }) => [file.slice(file.lastIndexOf('/') + 1), at, message])
  }
  const prices = async () => (await shop.rows('products')).map(({ price, vat_rate }) => [price, vat_rate])

  test('gives one warning for all files of an import, at the first of them, and again in the next import', async () => {
    assert.deepEqual(await warningsOf([customers, freeShopify, taxedShopify, taxedWoo]), [['shopify.csv', '', WARNING]])
    assert.deepEqual(await warningsOf([taxedWoo, taxedShopify]), [['woo.csv', '', WARNING]])
    assert.deepEqual(await warningsOf([['shop.json', '{"shop":{"name":"Dükkân"}}'], taxedWoo]), [
      ['woo.csv', '', WARNING],
    ])
  })

  test('gives no warning where every rate is 0', async () => {
    assert.deepEqual(await warningsOf([taxedShopify, taxedWoo], '0.00'), [])
    assert.deepEqual(await warningsOf([freeShopify, customers], '20'), [])
  })

  test('gives no warning for the VAT rates of a shop file', async () => {
    const products = [{ id: 1, name: 'Çay', price: '5', vatRate: 20 }]
    assert.deepEqual(await warningsOf([['shop.json', JSON.stringify({ products })], freeShopify]), [])
  })

  for (const pricesIncludeVat of [false, true]) {
    test(`gives no warning once it is ${pricesIncludeVat}, from the import that sets it on, and keeps the prices`, async () => {
      assert.deepEqual(await warningsOf([taxedShopify, settings(pricesIncludeVat)]), [])
      assert.deepEqual(await warningsOf([taxedWoo]), [])
      assert.deepEqual((await prices()).sort(), [
        ['10', '20'],
        ['20', '20'],
        ['5', '20'],
      ])
    })
  }
})

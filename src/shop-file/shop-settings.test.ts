/** Tests of the VAT settings of a shop file. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ImportChecks } from '../import/import-checks.ts'
import { describeFinding, Findings } from './findings.ts'
import { ShopFileDecoder } from './shop-file.ts'

/** Decodes the settings of a shop file. */
function decode(settings: object) {
  const findings = new Findings()
  const decoder = new ShopFileDecoder(new ImportChecks(findings).forFile(''))
  decoder.decode({ section: 'shop', index: null, value: { settings } })
  return { shop: decoder.shop, problems: findings.problems.map(each => describeFinding(each).trim()) }
}

test('VAT settings that are no boolean and no rate are problems', () => {
  const isFlag = '/shop/settings/pricesIncludeVat: must be true or false'
  for (const pricesIncludeVat of [1, 0, 'true', null]) {
    assert.deepEqual(decode({ pricesIncludeVat }), { shop: null, problems: [isFlag] })
  }
  const isRate = '/shop/settings/cargoVatRate: must be null or a number (not text) from 0 to 100'
  for (const cargoVatRate of ['20', -1, 100.5, true]) {
    assert.deepEqual(decode({ cargoVatRate }), { shop: null, problems: [isRate] })
  }
})

test('the rate of shipping becomes decimal text, and null stays null', () => {
  const rates: [number | null, string | null][] = [
    [18.5, '18.5'],
    [1e-7, '0.0000001'],
    [0, '0'],
    [100, '100'],
    [null, null],
  ]
  for (const [cargoVatRate, stored] of rates) {
    assert.deepEqual(decode({ cargoVatRate }), { shop: { settings: { cargoVatRate: stored } }, problems: [] })
  }
})

test('a patch has the VAT settings of the file only', () => {
  assert.deepEqual(decode({}).shop, { settings: {} })
  assert.deepEqual(decode({ pricesIncludeVat: false }).shop, { settings: { pricesIncludeVat: false } })
})

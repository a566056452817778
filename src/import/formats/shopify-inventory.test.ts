/** Tests of Shopify's inventory export. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeFinding, type Finding, Findings } from '../../shop-file/findings.ts'
import { createLocalTimes } from '../../shop-file/local-times.ts'
import { ImportChecks } from '../import-checks.ts'
import { columnName } from '../input/column-name.ts'
import { readCsv } from '../input/read-csv.ts'
import { shopifyInventory } from './shopify-inventory.ts'

const ITEM = 'Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,SKU,HS Code,COO'
const CURRENT = `${ITEM},Location,Bin name,Incoming (not editable),Committed (not editable),Available (not editable),On hand (current),On hand (new)`

const describe = (finding: Finding) => describeFinding(finding).trim()

/** Reads an inventory. @returns the stocks by item, and what is told */
async function read(lines: string[], locations?: string[]) {
  const findings = new Findings()
  const context = {
    ...{ checks: new ImportChecks(findings).forFile(''), vatRate: undefined, times: createLocalTimes('UTC') },
    ...{
      decimalPlaces: 2,
      newIds: false,
      locations: locations && new Map(locations.map(name => [columnName(name), name])),
    },
  }
  const bytes = async function* () {
    yield Buffer.from(lines.join('\n'))
  }
  const records = await Array.fromAsync(shopifyInventory.read(readCsv(bytes(), ','), context))
  const stocks = records.map(({ record }) => {
    const { item, values } = record as { item: { sourceKey: string; variant: string | null }; values: object }
    return [item.sourceKey, item.variant, ...Object.values(values)]
  })
  return { stocks, told: [...findings.problems, ...findings.warnings(), ...findings.skipped].map(describe) }
}

test('what is available counts, else what is on hand; a row without either says nothing', async () => {
  const { stocks, told } = await read([
    CURRENT,
    'tee,Tee,Size,S,Color,Mavi,T-S,,,Depo,,0,2,7,9,',
    'cap,Cap,Title,Default Title,,,C,,,Depo,,0,0,,5,',
    'mug,Mug,Title,Default Title,,,M,,,Depo,,0,0,,,4',
    'pen,Pen,Title,Default Title,,,P,,,Depo,,0,0,,,',
    'bag,Bag,Title,Default Title,,,B,,,Depo,,0,0,1.5,,',
    ",Nobody,Title,Default Title,,,N,,,Depo,,0,0,'-1,,",
  ])
  assert.deepEqual(stocks, [
    ['shopify:tee', 'S / Mavi', '7'],
    ['shopify:cap', null, '5'],
    ['shopify:mug', null, '4'],
  ])
  assert.deepEqual(told, [
    'line 6: has a quantity that is no whole number: "1.5"',
    'line 7: has no handle',
    'line 5: has no quantity, so that the stock stays: "pen"',
  ])
})

test('rows of an item may stand anywhere, and one that no location has is told', async () => {
  const lines = [
    CURRENT,
    'tee,Tee,Size,S,,,T-S,,,Depo,,0,0,4,4,',
    'cap,Cap,Size,S,,,C-S,,,Depo,,0,0,Not stocked,not stocked,',
    "tee,Tee,Size,S,,,T-S,,,Mağaza,,0,0,'-6,0,",
    'cap,Cap,Size,S,,,C-S,,,Mağaza,,0,0,not stocked,not stocked,',
  ]
  const { stocks, told } = await read(lines)
  assert.deepEqual(stocks, [
    ['shopify:tee', 'S', '-2'],
    ['shopify:cap', 'S', '0'],
  ])
  assert.deepEqual(told, ['line 3: is stocked at no location that counts: "cap"; its stock is 0'])
  assert.deepEqual((await read(lines, ['mağaza'])).stocks[0], ['shopify:tee', 'S', '-6'])
  assert.deepEqual(
    (await read(lines, ['ofis'])).told[0],
    ': has no such location: "ofis"; its locations are "Depo", "Mağaza"',
  )
})

test('a table with a column per location has the sum of its locations, or of the chosen ones', async () => {
  const lines = [
    `${ITEM},Depo,"Bağdat Cad. 5, İstanbul"`,
    'tee,Tee,Size,S,,,T-S,6109,TR,4,3',
    'cap,Cap,Title,Default Title,,,C,,,not stocked,2',
    'cup,Cup,Title,Default Title,,,U,,,,',
  ]
  const { stocks } = await read(lines)
  assert.deepEqual(stocks, [
    ['shopify:tee', 'S', '7'],
    ['shopify:cap', null, '2'],
  ])
  const { stocks: chosen } = await read(lines, ['depo'])
  assert.deepEqual(chosen, [
    ['shopify:tee', 'S', '4'],
    ['shopify:cap', null, '0'],
  ])
})

test('an inventory is told from a product export by its columns', () => {
  const isInventory = (header: string) => shopifyInventory.recognises(new Set(header.toLowerCase().split(',')))
  assert.equal(isInventory(CURRENT), true)
  assert.equal(isInventory('Handle,Title,Location,Incoming,Unavailable,Committed,Available,On hand'), true)
  assert.equal(isInventory(`${ITEM},Depo`), true)
  assert.equal(isInventory(ITEM), false)
  assert.equal(isInventory('Handle,Title,Option1 Value,Variant Price,HS Code,COO,Status'), false)
  assert.equal(isInventory('Handle,Title,Location,Price'), false)
})

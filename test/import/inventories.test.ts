/** Inventories of Shopify: the stocks of products that came from its export. */

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { onEachEngine } from '../support/import/imports.ts'
import { csv, loaderOf } from '../support/import/tables.ts'

const SHOPIFY =
  'Handle,Title,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Variant Taxable,Status'

onEachEngine('an inventory', shop => {
  const load = loaderOf(shop)
  const products = async () => (await shop.rows('products')).map(({ name, stock }) => [name, stock])
  const variants = async () => (await shop.rows('variants')).map(({ stock }) => stock)

  beforeEach(() => shop.import({ shop: { settings: { pricesIncludeVat: true } } }))

  test('sets the stocks, summed over all locations or the chosen ones', async () => {
    await load(
      {},
      csv(
        SHOPIFY,
        'tee,Tee,true,Title,Default Title,T1,shopify,3,deny,50,,true,active',
        'cap,Cap,true,Size,S,C-S,shopify,1,deny,10,,true,active',
        'cap,,,,M,C-M,shopify,1,deny,10,,,',
      ),
    )
    const header = 'Handle,Title,Option1 Name,Option1 Value,SKU,Location,Available (not editable),On hand (current)'
    const rows = [
      'tee,Tee,Title,Default Title,T1,Depo,4,9',
      'tee,Tee,Title,Default Title,T1,Mağaza,3,9',
      'cap,Cap,Size,S,C-S,Depo,not stocked,not stocked',
      'cap,Cap,Size,M,C-M,Depo,-2,0',
      'gone,Gone,Title,Default Title,G,Depo,1,1',
    ]
    const stocks = async () => [(await products()).find(([name]) => name === 'Tee')?.[1], ...(await variants())]
    const { told } = await load({}, csv(header, ...rows))
    assert.deepEqual(await stocks(), ['7', '0', '-2'])
    assert.deepEqual(told, [
      'line 6: is no product and no variant of the shop: "gone"; import it first, from a file of its own',
      'line 4: is stocked at no location that counts: "cap"; its stock is 0',
    ])
    await load({ locations: ['mağaza'] }, csv(header, ...rows))
    assert.deepEqual(await stocks(), ['3', '0', '0'])
    await assert.rejects(
      load({ locations: ['ofis'] }, csv(header, ...rows)),
      /has no such location: "ofis"; its locations are/,
    )
    await load(
      { locations: ['depo, arka', 'mağaza'] },
      csv(
        'Handle,Title,Option1 Name,Option1 Value,SKU,HS Code,COO,"Depo, arka",Mağaza,Ofis',
        'tee,Tee,Title,Default Title,T1,,,4,not stocked,9',
        'cap,Cap,Size,M,C-M,,,1,2,9',
      ),
    )
    assert.deepEqual(await stocks(), ['4', '0', '3'])
  })
})

/** Tests of the headings by which WooCommerce's tables are known. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wooCommerceProducts } from './woocommerce.ts'

test('tables with few columns are known, and their columns are named as they name them', () => {
  const of = (header: string) => new Set(header.toLowerCase().split(','))
  const isKnown = (header: string) => wooCommerceProducts.recognises(of(header))
  assert.equal(isKnown('ID,SKU,Regular price'), true)
  assert.equal(isKnown('SKU,In stock?'), true)
  assert.equal(isKnown('Typ,Artikelnummer,Angebotspreis'), true)
  assert.equal(isKnown('id,sku,price,stock'), false)
  assert.equal(isKnown('SKU,Regular price,Quantity'), false)
  assert.equal(isKnown('ID,Cena'), false)
  const german =
    'ID,Typ,Artikelnummer,Name,Veröffentlicht,Steuerstatus,Vorrätig?,Lager,Rückstände erlaubt?,Regulärer Preis'
  assert.deepEqual(wooCommerceProducts.columns?.(of(german)), {
    ...{ stock: 'Lager', vatRate: 'Steuerstatus', onSale: 'Veröffentlicht' },
  })
  assert.equal(wooCommerceProducts.columns?.(of('ID,Type,Name,Regular price')).stock, 'Stock')
})

/** Tests of settings that relabel stored prices. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Shop } from '../shop/shop.ts'
import type { ShopPatch } from '../shop-file/imported-records.ts'
import { patchShop, relabelledFields } from './patch-shop.ts'

const stored: Shop = {
  ...{ name: 'Dükkân', currencyCode: 'TRY', decimalPlaces: 2, timeZone: 'Europe/Istanbul', imageBaseUrl: null },
  settings: {
    ...{ SatinAlmaSureciUyeliksizBasla: 1, UyelikOlmadanDevamEtGoster: 1, sellAtNegativeStock: false },
    ...{ showCargoPriceInCart: true, campaignEngine: true, grandTotalIncludesCargo: false },
    ...{ orderNoteMaxLength: 250, giftNoteMaxLength: 250 },
  },
}
const withVat = (pricesIncludeVat: boolean): Shop => ({ ...stored, settings: { ...stored.settings, pricesIncludeVat } })

/** The settings that the files relabel, as `file pointer`. */
const relabelled = (shop: Shop, ...patches: (ShopPatch | null)[]) =>
  relabelledFields(
    shop,
    patches.map((patch, index) => ({ file: `${index}.json`, shop: patch })),
  ).map(({ file, at }) => `${file} ${at}`)

test('each setting that changes is named at the last file that sets it', () => {
  const all = { currencyCode: 'EUR', decimalPlaces: 0, settings: { pricesIncludeVat: true } }
  assert.deepEqual(relabelled(stored, null, all, { decimalPlaces: 3 }, { settings: { campaignEngine: false } }), [
    '1.json /shop/currencyCode',
    '2.json /shop/decimalPlaces',
    '1.json /shop/settings/pricesIncludeVat',
  ])
})

test('the value after all files counts', () => {
  assert.deepEqual(relabelled(stored, { currencyCode: 'EUR' }, { currencyCode: 'TRY' }), [])
  assert.deepEqual(relabelled(stored, { currencyCode: 'TRY' }, { currencyCode: 'EUR' }), ['1.json /shop/currencyCode'])
})

test('prices without VAT are the same as prices that were never labelled', () => {
  const to = (pricesIncludeVat: boolean) => ({ settings: { pricesIncludeVat } })
  assert.deepEqual([relabelled(stored, to(false)), relabelled(stored, to(true)).length], [[], 1])
  assert.deepEqual([relabelled(withVat(true), to(true)), relabelled(withVat(true), to(false)).length], [[], 1])
  assert.deepEqual([relabelled(withVat(true), { name: 'X' }), relabelled(withVat(false), {})], [[], []])
})

test('files change the shop in their order, field by field', () => {
  const file = (shop: ShopPatch | null) => ({ file: '', shop })
  const patched = patchShop(stored, [
    file({ decimalPlaces: 0, settings: { pricesIncludeVat: true, cargoVatRate: '20' } }),
    file(null),
    file({ settings: { pricesIncludeVat: false } }),
  ])
  assert.deepEqual(patched, {
    ...stored,
    decimalPlaces: 0,
    settings: { ...stored.settings, pricesIncludeVat: false, cargoVatRate: '20' },
  })
})

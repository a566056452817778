/** Headings and words of Turkish spreadsheets, also in capitals: İ, I, ı and i are one letter there. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importFiles } from '../../src/import/import-files.ts'
import { NOW, onEachEngine, type TestFile } from '../support/import/imports.ts'

onEachEngine('a Turkish table', shop => {
  const load = async (content: string, columns?: Record<string, string>) => {
    const options = { now: NOW, randomId: () => 'x', ...(columns && { columns }) }
    const report = await importFiles(shop.database, shop.write(['liste.csv', content]), options)
    return [...report.warnings, ...report.files.flatMap(({ skipped }) => skipped)].map(({ message }) => message)
  }
  const product: TestFile = [
    'shop.json',
    JSON.stringify({
      shop: { settings: { pricesIncludeVat: true } },
      products: [{ id: 7, name: 'Kazak', sku: 'K-7', price: '100', vatRate: 10, stock: 1 }],
    }),
  ]
  const stored = async () =>
    (await shop.rows('products')).map(row => [row.price, row.stock, row.vat_rate, row.on_sale, row.discount])

  test('of prices is read with headings in capitals, words and dates of its language', async () => {
    await importFiles(shop.database, shop.write(product), { now: NOW, randomId: () => 'x' })
    const told = await load(
      'STOK KODU;SATIŞ FİYATI;İNDİRİMLİ FİYAT;İNDİRİM BAŞLANGICI;İndirim Bitişi;STOK ADEDİ;KDV ORANI;AKTİF\nK-7;199,95;150;01.12.2026;31.12.2026;4;%20;Pasif\n',
    )
    const discount = JSON.stringify({
      type: 'price',
      value: '150',
      startsAt: Date.parse('2026-12-01T00:00:00+03:00'),
      endsAt: Date.parse('2027-01-01T00:00:00+03:00'),
    })
    assert.deepEqual([told, await stored()], [[], [['199.95', '4', '20', 0, discount]]])
  })

  test('of prices is read by the names that its columns are given, in any case', async () => {
    await importFiles(shop.database, shop.write(product), { now: NOW, randomId: () => 'x' })
    assert.deepEqual(await load('KOD;YENİ FİYAT\nK-7;9,5\n', { Kod: 'sku', 'Yeni Fiyat': 'price' }), [])
    assert.equal((await stored())[0]?.[0], '9.5')
  })

  test('of customers is read with headings in capitals, and whether they are active', async () => {
    assert.deepEqual(
      await load(
        'E-POSTA;ADI;SOYADI;ŞİRKET;ŞEHİR;AKTİF\nada@example.com;Ada;Işık;Su Ltd;İzmir;1\nx@example.com;X;Y;;;0\n',
      ),
      [],
    )
    assert.deepEqual(
      (await shop.rows('customers')).map(row => [row.name, row.surname, row.company, row.city_code, row.status]),
      [
        ['Ada', 'Işık', 'Su Ltd', 'İzmir', 'active'],
        ['X', 'Y', null, null, 'inactive'],
      ],
    )
  })
})

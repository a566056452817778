import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { columnName } from '../input/column-name.ts'
import { isLikeTier, isTierField, tierFieldOf } from './tier-headings.ts'

const fieldOf = (heading: string) => tierFieldOf(columnName(heading))

describe('the heading of a price by quantity', () => {
  it('is none where its number may be something else', () => {
    for (const heading of [
      ...[
        'price',
        'fiyat',
        'Fiyat 1',
        'Fiyat 2',
        'fiyat_5',
        'Price 9',
        'fiyat10',
        'Fiyat2',
        'price list 10',
        '10',
        '10+',
        '10 adet',
      ],
      ...[
        '10-49 adet fiyatı',
        '1 - 9 adet fiyat',
        "10'lu fiyat",
        '10 adet üzeri fiyat',
        'price for 10',
        'fiyat 10 TL',
        'stok 10 adet',
      ],
      ...['fiyat_0', 'price from 0', 'fiyat 010 adet', 'price from 100001', 'price from 1000000', 'fiyat 10,5 adet'],
      ...[
        'KDV 10 fiyat',
        '10 adet KDV hariç fiyat',
        'İndirimli fiyat 10',
        'liste fiyatı 10',
        'sale price from 10',
        '',
        'fiyat_',
        'price from',
      ],
    ])
      assert.equal(fieldOf(heading), undefined, heading)
  })

  it('says that its number is a quantity', () => {
    for (const heading of [
      ...[
        'price_from_5',
        'Price from 5',
        'price from 5 pieces',
        'Unit price (from 5)',
        'from 5 pcs price',
        'Price 5+',
        'price (5+)',
      ],
      ...[
        'Fiyat 5+',
        'fiyat_5_adet',
        'Fiyat (5 adet)',
        '5 adet fiyatı',
        '5 ADET FİYATI',
        '5 Adet Fiyat',
        '5+ adet fiyatı',
        '5+ fiyat',
      ],
      ...[
        '5 adet ve üzeri fiyatı',
        '5 ve üzeri fiyat',
        '5 ve üstü adet fiyatı',
        '5 adetten itibaren fiyat',
        'Toptan fiyat 5+',
        '5 tane fiyatı',
      ],
      ...[
        'Birim fiyatı (5 adet ve üzeri)',
        '5 pcs price',
        '5+ units price',
        '5 or more price',
        'Price 5 or more',
        'Bulk price (5+)',
      ],
    ])
      assert.equal(fieldOf(heading), 'price_from_5', heading)
  })

  it('may be a number alone from ten on', () => {
    for (const heading of [
      'fiyat_10',
      'Fiyat 10',
      'price_10',
      'Price 10',
      'FİYAT-10',
      'Fiyatı (10)',
      'toptan fiyatı 10',
    ])
      assert.equal(fieldOf(heading), 'price_from_10', heading)
    assert.equal(fieldOf('fiyat 100000'), 'price_from_100000')
    assert.equal(fieldOf('fiyat 100001'), undefined)
  })

  it('is told from other prices with a number, and its field is named alone', () => {
    assert.deepEqual(['fiyat 2', 'price list 3', 'fiyat', 'stok 5'].map(isLikeTier), [true, true, false, false])
    const fields = [
      'price_from_5',
      'price_from_05',
      'price_from_0',
      'price_from_100001',
      'price from 5',
      'fiyat_10',
      'price',
    ]
    assert.deepEqual(fields.map(isTierField), [true, ...Array(6).fill(false)])
  })
})

/** Unit tests of the lines that conditions cover. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { campaignWith, promotionLineWith } from '../../test/support/cart/pricing.ts'
import type { Conditions } from '../model/campaign.ts'
import { foldTerms, type WrittenTerms } from '../model/term.ts'
import { decimal } from '../money/money.ts'
import { CoveredLines } from './coverage.ts'
import type { PromotionLine } from './promotion-context.ts'

/** A line of a product with terms, by the number of the product. */
function lineOf(productId: number, terms: Partial<WrittenTerms> = {}, overrides: Partial<PromotionLine> = {}) {
  const product = { terms: foldTerms({ brand: null, categories: [], tags: [], ...terms }) }
  return promotionLineWith({ productId, product, ...overrides })
}

/** The numbers of the products that conditions cover, as those of a campaign and as those of a coupon, which are the same. */
function covered(lines: PromotionLine[], conditions: Partial<Conditions>): number[] {
  const full = { minimumTotal: null, minimumQuantity: null, productIds: [], ...conditions }
  const numbersOf = (campaigns: { conditions: Conditions }[]) =>
    new CoveredLines(lines, campaigns).of(full).map(({ productId }) => productId)
  const ofCampaign = numbersOf([campaignWith({ conditions: full })])
  assert.deepEqual(numbersOf([]), ofCampaign)
  return ofCampaign
}

describe('conditions on products cover', () => {
  const shirt = lineOf(1, { brand: 'İpek', categories: ['Giyim > Gömlek'], tags: ['yaz', 'keten'] })
  const coat = lineOf(2, { brand: 'Kuzey', categories: ['Giyim > Mont', 'Outlet'], tags: ['kış'] })
  const vase = lineOf(3, { categories: ['Ev'] })
  const plain = lineOf(4)
  const lines = [shirt, coat, vase, plain]

  it('every line where they name none', () => {
    assert.deepEqual(covered(lines, {}), [1, 2, 3, 4])
    assert.deepEqual(
      covered(lines, { brands: [], categories: [], tags: [], variantIds: [], exclude: {} }),
      [1, 2, 3, 4],
    )
  })

  it('any value of one kind, compared as coupon codes are', () => {
    assert.deepEqual(covered(lines, { brands: ['ipek', ' KUZEY '] }), [1, 2])
    assert.deepEqual(covered(lines, { tags: ['YAZ'] }), [1])
    assert.deepEqual(covered(lines, { brands: ['nobody'] }), [])
  })

  it('a category with those below it, and not one that only begins alike', () => {
    assert.deepEqual(covered(lines, { categories: ['giyim'] }), [1, 2])
    assert.deepEqual(covered(lines, { categories: ['GİYİM  >  GÖMLEK'] }), [1])
    assert.deepEqual(covered(lines, { categories: ['Giy'] }), [])
    assert.deepEqual(covered(lines, { categories: ['Giyim > Gömlek > Keten'] }), [])
  })

  it('what all kinds hold for', () => {
    assert.deepEqual(covered(lines, { categories: ['Giyim'], brands: ['Kuzey'] }), [2])
    assert.deepEqual(covered(lines, { productIds: [1, 3], categories: ['Giyim'] }), [1])
  })

  it('nothing that is excluded, whatever includes it', () => {
    assert.deepEqual(covered(lines, { exclude: { productIds: [4], brands: ['Kuzey'] } }), [1, 3])
    assert.deepEqual(covered(lines, { productIds: [1, 2], exclude: { categories: ['outlet'] } }), [1])
    assert.deepEqual(covered(lines, { tags: ['yaz'], exclude: { tags: ['keten'] } }), [])
  })
})

describe('conditions on items cover', () => {
  const priced = (productId: number, price: string, list: string | null = null) =>
    lineOf(productId, {}, { unitPriceWithVat: decimal(price), listPriceWithVat: list === null ? null : decimal(list) })

  it('variants of any product, and not a product without one', () => {
    const lines = [
      lineOf(1, {}, { variantId: 7 }),
      lineOf(2, {}, { variantId: 7 }),
      lineOf(3, {}, { variantId: 8 }),
      lineOf(4),
    ]
    assert.deepEqual(covered(lines, { variantIds: [7] }), [1, 2])
    assert.deepEqual(covered(lines, { exclude: { variantIds: [7] } }), [3, 4])
  })

  it('exact unit prices with VAT, both bounds included', () => {
    const lines = [priced(1, '99.999'), priced(2, '100'), priced(3, '200'), priced(4, '200.0001')]
    assert.deepEqual(covered(lines, { priceFrom: '100', priceTo: '200' }), [2, 3])
    assert.deepEqual(covered(lines, { priceFrom: '100' }), [2, 3, 4])
    assert.deepEqual(covered(lines, { priceTo: '99.9' }), [])
  })

  it('those whose price no discount lowers', () => {
    const lines = [priced(1, '80', '100'), priced(2, '100')]
    assert.deepEqual(covered(lines, { excludeDiscounted: true }), [2])
  })
})

describe('what is decided about a product', () => {
  it('is that of its campaigns, also where others are asked in between', () => {
    const line = lineOf(1, { brand: 'A' })
    const of = (brand: string) => campaignWith({ conditions: { ...campaignWith().conditions, brands: [brand] } })
    const [older, newer] = [
      [of('B'), of('A')],
      [of('A'), of('B')],
    ]
    for (const [campaigns, expected] of [
      [older, [0, 1]],
      [newer, [1, 0]],
      [older, [0, 1]],
    ] as const) {
      const found = new CoveredLines([line], campaigns)
      assert.deepEqual(
        campaigns.map(({ conditions }) => found.of(conditions).length),
        expected,
      )
    }
  })

  it('is of the product’s terms: a changed product is another object', () => {
    const conditions = { ...campaignWith().conditions, tags: ['x'] }
    const campaigns = [{ conditions }]
    const before = lineOf(1)
    assert.equal(new CoveredLines([before], campaigns).of(conditions).length, 0)
    const after = { ...before, product: { terms: foldTerms({ brand: null, categories: [], tags: ['X'] }) } }
    assert.equal(new CoveredLines([after], campaigns).of(conditions).length, 1)
  })
  it('is that of each of several campaigns that share their conditions', () => {
    const line = lineOf(1, { brand: 'A' })
    const conditions = { ...campaignWith().conditions, brands: ['A'] }
    const others = { ...campaignWith().conditions, brands: ['B'] }
    const campaigns = [{ conditions }, { conditions }, { conditions: others }]
    const found = new CoveredLines([line], campaigns)
    assert.deepEqual([found.of(conditions).length, found.of(others).length], [1, 0])
  })
})

/** What coupons and campaigns name and the shop does not have: told on every way in, on both engines. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { CARTS, CATALOGUE_TERMS } from '../../src/api-paths.ts'
import { describeFinding } from '../../src/shop-file/findings.ts'
import { subjectOf } from '../support/checkouts/orders.ts'
import { engines } from '../support/database/engines.ts'
import { recordStatements } from '../support/database/statements.ts'
import { onEachEngine } from '../support/import/imports.ts'
import {
  type CallPromotions,
  campaign,
  campaignPath,
  coupon,
  couponPath,
  promotionCaller,
  recordOf,
  warningsOf,
} from '../support/promotions/promotions.ts'
import { startService, type TestService } from '../support/service/service.ts'

const UNKNOWN = 999_999
const terms = { brand: 'Çiçek', categories: ['Giyim > Gömlek'], tags: ['yaz'] }
const SHOP = {
  customerGroups: [{ id: 7, name: 'Bayi' }],
  customers: [{ id: 4, email: 'a@example.com' }],
  products: [
    { id: 1, name: 'Gömlek', price: '1', ...terms, variants: [{ id: 11, name: 'M' }] },
    { id: 2, name: 'Bere', price: '1', variants: [{ id: 22, name: 'S' }] },
  ],
}

/** Everything that a promotion can name: one that the shop has, then one that it lacks. */
const named = {
  conditions: {
    productIds: [1, UNKNOWN],
    variantIds: [11, 1],
    brands: ['ÇİÇEK', 'Giyim'],
    categories: ['giyim', 'GİYİM  >  Gömlek', 'Gömlek'],
    tags: ['Yaz', 'kış'],
    exclude: { productIds: [UNKNOWN], variantIds: [11], brands: ['çicek '], categories: [], tags: ['yazlık'] },
  },
  audience: {
    customerGroupIds: [7, 8],
    customerIds: [5, 4],
    exclude: { customerGroupIds: [9], customerIds: [UNKNOWN, 4] },
  },
}
const told = [
  ['/audience/customerGroupIds/1', 'names no customer group', '8'],
  ['/audience/customerIds/0', 'names no customer', '5'],
  ['/audience/exclude/customerGroupIds/0', 'names no customer group', '9'],
  ['/audience/exclude/customerIds/0', 'names no customer', '999999'],
  ['/conditions/productIds/1', 'names no product', '999999'],
  ['/conditions/variantIds/1', 'names no variant', '1'],
  ['/conditions/brands/1', 'names no brand of any product', 'Giyim'],
  ['/conditions/categories/2', 'names no category of any product', 'Gömlek'],
  ['/conditions/tags/1', 'names no tag of any product', 'kış'],
  ['/conditions/exclude/productIds/0', 'names no product', '999999'],
  ['/conditions/exclude/brands/0', 'names no brand of any product', 'çicek'],
  ['/conditions/exclude/tags/0', 'names no tag of any product', 'yazlık'],
] as const

/** A reward whose items the shop lacks in part. */
const ofTarget = {
  reward: {
    ...{ type: 'buy_x_get_y', buy: 1, get: 1 },
    target: {
      productIds: [1, UNKNOWN],
      variantIds: [1],
      brands: ['Giyim', 'çiçek'],
      categories: ['giyim'],
      tags: ['kış'],
    },
  },
}
const toldOfTarget: (readonly [string, string, string])[] = [
  ['/reward/target/productIds/1', 'names no product', '999999'],
  ['/reward/target/variantIds/0', 'names no variant', '1'],
  ['/reward/target/brands/0', 'names no brand of any product', 'Giyim'],
  ['/reward/target/tags/0', 'names no tag of any product', 'kış'],
]

for (const engine of engines) {
  describe(`what a written promotion names on ${engine}`, () => {
    let service: TestService
    let call: CallPromotions
    before(async () => {
      service = await startService(engine)
      call = await promotionCaller(service)
      await service.importShop(SHOP)
      const { kysely } = service.database
      await kysely.deleteFrom('customers').where('id', '=', 5).execute()
      for (const id of [8, 9]) await kysely.deleteFrom('customer_groups').where('id', '=', id).execute()
      await kysely.deleteFrom('variants').where('id', '=', 1).execute()
    })
    after(() => service.stop())
    const expected = (under = '', names: typeof toldOfTarget = [...told]) =>
      names.map(([pointer, message, value]) => {
        const [, kind] = /^names no (\w+) of any/.exec(message) ?? []
        const cure = `: "${value}"; GET ${CATALOGUE_TERMS}?kind=${kind} lists those in use`
        return `${under}${pointer}: ${`${under}${pointer}`.slice(1)} ${message}${kind ? cure : ''}.`
      })

    it('is a warning at its pointer, each time that the record is saved', async () => {
      const saved = await call('PUT', couponPath('ADLAR'), coupon(named))
      assert.deepEqual([saved.status, warningsOf(saved)], [201, expected()])
      const again = await call('PUT', couponPath('ADLAR'), recordOf(saved, 201))
      assert.deepEqual([again.status, warningsOf(again)], [200, expected()])
      const other = await call('PUT', campaignPath(77), campaign(named))
      assert.deepEqual([other.status, warningsOf(other)], [201, expected()])
    })

    it('is a warning about the items that a reward discounts', async () => {
      const saved = await call('PUT', campaignPath(78), campaign(ofTarget))
      const noVariant = (at: string) =>
        `${at}/reward/target/variantIds: ${`${at}/reward`.slice(1)}/target/variantIds has no variant of productIds: the promotion discounts nothing.`
      assert.deepEqual(warningsOf(saved), [...expected('', toldOfTarget), noVariant('')])
      const token = await service.token('admin', { scope: 'carts:read promotions:read' })
      const path = `${CARTS}/${subjectOf(await service.token('guest'))}/preview`
      const body = { campaign: campaign({ id: 5, ...ofTarget }) }
      const answer = await service.call('POST', path, { token, body })
      assert.deepEqual(warningsOf(answer), [...expected('/campaign', toldOfTarget), noVariant('/campaign')])
    })

    it('is a warning of a preview, at its pointer in the body', async () => {
      const token = await service.token('admin', { scope: 'carts:read promotions:read' })
      const path = `${CARTS}/${subjectOf(await service.token('guest'))}/preview`
      for (const body of [{ coupon: coupon({ code: 'X', ...named }) }, { campaign: campaign({ id: 5, ...named }) }]) {
        const answer = await service.call('POST', path, { token, body })
        assert.deepEqual([answer.status, warningsOf(answer)], [200, expected(`/${Object.keys(body)[0]}`)])
      }
    })

    it('is told where none of its variants is of one of its products', async () => {
      const told = [
        '/conditions/variantIds: conditions/variantIds has no variant of productIds: the promotion covers nothing.',
      ]
      for (const [variantIds, expected] of [
        [[22], told],
        [[22, 11], []],
        [[], []],
      ] as const) {
        const saved = await call('PUT', couponPath('ORTAK'), coupon({ conditions: { productIds: [1], variantIds } }))
        assert.deepEqual(warningsOf(saved), expected)
      }
    })

    it('is told a hundred times at most, and asked for once for each kind', async () => {
      const ids = Array.from({ length: 10_000 }, (_, n) => UNKNOWN + n)
      const body = coupon({
        conditions: { productIds: ids, exclude: { productIds: ids } },
        audience: { customerIds: ids },
      })
      const statements = recordStatements(service)
      const warnings = warningsOf(await call('PUT', couponPath('ÇOK'), body))
      const asked = statements().filter(text => /k\.key/.test(text))
      assert.equal(asked.length, 2, asked.join('\n'))
      assert.equal(warnings.length, 100)
      assert.match(warnings[0] ?? '', /^\/conditions\/exclude\/productIds: /)
      assert.match(warnings[1] ?? '', /^\/audience\/customerIds\/0: .* names no customer\.$/)
    })
  })
}

onEachEngine('what an imported promotion names', shop => {
  const warningsOfImport = async (...files: Parameters<typeof shop.import>) =>
    (await shop.import(...files)).warnings.map(each => describeFinding({ ...each, file: '' }).trim())

  it('is a warning after the whole import, and nothing that the import itself brings', async () => {
    await shop.import(SHOP)
    assert.deepEqual(
      await warningsOfImport({ campaigns: [campaign({ id: 1, ...ofTarget })] }),
      toldOfTarget.map(([pointer, message, value]) => `/campaigns/0${pointer}: ${message}: "${value}"`),
    )
    const promotions = { campaigns: [campaign({ id: 1, ...named })], coupons: [coupon({ code: 'A', ...named })] }
    assert.deepEqual(
      await warningsOfImport(promotions),
      ['campaigns', 'coupons'].flatMap(section =>
        told.map(([pointer, message, value]) => `/${section}/0${pointer}: ${message}: "${value}"`),
      ),
    )
    const brings = {
      customerGroups: [8, 9].map(id => ({ id, name: 'G' })),
      customers: [5, UNKNOWN].map(id => ({ id, email: `c${id}@example.com` })),
      products: [
        { ...SHOP.products[0], variants: [...(SHOP.products[0]?.variants ?? []), { id: 1, name: 'L' }] },
        { id: UNKNOWN, name: 'Yeni', price: '1', brand: 'GİYİM', categories: ['gömlek'], tags: ['Kış', 'YAZLIK'] },
        { id: 3, name: 'Yeni', price: '1', brand: 'Çicek' },
      ],
    }
    assert.deepEqual(await warningsOfImport({ ...promotions, ...brings }), [])
  })

  it('is one warning for a member of all promotions of a file, with the first three places', async () => {
    const coupons = Array.from({ length: 50 }, (_, n) =>
      coupon({ code: `K${n}`, conditions: { productIds: n === 20 ? [] : [n + 1] } }),
    )
    assert.deepEqual(await warningsOfImport({ coupons }), [
      '/coupons/0/conditions/productIds/0: names no product: "1" (and 48 more like it: /coupons/1/conditions/productIds/0, /coupons/2/conditions/productIds/0, …)',
    ])
  })

  it('is told for the columns of a table, and not for fields that it leaves to the stored coupon', async () => {
    await shop.import({ coupons: [coupon({ code: 'A', ...named })] })
    const plain = 'code,discountType,value,campaignId'
    assert.deepEqual(await warningsOfImport(['a.csv', `${plain}\nA,fixed,5,\n`]), [])
    const table = `${plain},minimumTotal,minimumQuantity,productIds,excludeProductIds,excludeVariantIds,excludeBrands,excludeCategories,excludeTags\nA,fixed,5,,,,,${UNKNOWN},3;4,,a > b;c,\n`
    assert.deepEqual(await warningsOfImport(['a.csv', table]), [
      `line 2 /excludeProductIds: names no product: "${UNKNOWN}"`,
      'line 2 /excludeVariantIds: names no variant: "3" (and 1 more like it)',
      'line 2 /excludeCategories: names no category of any product: "a > b" (and 1 more like it)',
    ])
  })

  it('is nothing that another file of the import brings', async () => {
    const coupons = [coupon({ code: 'A', conditions: { productIds: [1] } })]
    assert.deepEqual(await warningsOfImport({ coupons }), ['/coupons/0/conditions/productIds/0: names no product: "1"'])
    const products = JSON.stringify({ products: SHOP.products })
    assert.deepEqual(await warningsOfImport({ coupons }, ['products.json', products]), [])
  })
})

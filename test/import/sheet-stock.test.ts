/** Changes of stock by the rows of a sheet: below zero only for what is sold at any stock. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine } from '../support/import/imports.ts'
import { product } from '../support/import/shop-file.ts'

onEachEngine('a sheet with changes of stock', shop => {
  const stocks = async () =>
    Object.fromEntries(
      [...(await shop.rows('products')), ...(await shop.rows('variants'))].map(({ sku, stock }) => [sku, stock]),
    )
  const fill = () =>
    shop.import({
      products: [
        product({ id: 1, sku: 'SINIRLI', stock: 2 }),
        product({ id: 2, sku: 'SIPARIS', stock: 2, backorder: true }),
        product({
          id: 3,
          sku: 'GOMLEK',
          backorder: true,
          variants: [
            { id: 1, name: 'S', sku: 'GOMLEK-S', stock: 2 },
            { id: 2, name: 'M', sku: 'GOMLEK-M', stock: 2, backorder: false },
          ],
        }),
      ],
    })

  test('may take items with backorder below zero, and nothing is written where another one would fall', async () => {
    await fill()
    const sheet = (...skus: string[]): [string, string] => [
      'stok.csv',
      ['sku,stockChange', ...skus.map(sku => `${sku},-5`)].join('\n'),
    ]
    const before = await stocks()
    const problems = await shop.refusal(sheet('SIPARIS', 'SINIRLI', 'GOMLEK-S', 'GOMLEK-M'))
    assert.deepEqual(
      [3, 5].map(line => problems.some(each => each.includes(`line ${line}`))),
      [true, true],
      problems.join(),
    )
    assert.ok(
      problems.every(each => !/line [24]\b/.test(each)),
      problems.join(),
    )
    assert.deepEqual(await stocks(), before)
    await shop.import(sheet('SIPARIS', 'GOMLEK-S'))
    assert.deepEqual(await stocks(), { ...before, SIPARIS: '-3', 'GOMLEK-S': '-3' })
  })

  test('goes by the backorder that the same sheet gives an item or its product', async () => {
    await fill()
    const sheet = 'sku,stockChange,backorder\nSINIRLI,-5,true\nGOMLEK-M,-5,true\n'
    await shop.import(['stok.csv', sheet])
    assert.partialDeepStrictEqual(await stocks(), { SINIRLI: '-3', 'GOMLEK-M': '-3' })
    const before = await stocks()
    const taken = 'sku,stockChange,backorder\nGOMLEK,0,false\nGOMLEK-S,-5,\n'
    assert.equal((await shop.refusal(['stok.csv', taken])).length, 1)
    assert.deepEqual(await stocks(), before)
  })
})

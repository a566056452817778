/** Hostile files: texts, lists and records so large that more than linear work on them would take minutes. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ImportProblems } from '../../../src/shop-file/findings.ts'
import { onEachEngine, openShop, type TestFile, type TestShop } from '../../support/import/imports.ts'
import { runSepet } from '../../support/service/process.ts'

/** Combining accents, which normalisation sorts: a third of them takes a minute. */
const MARKS = 'a' + '\u0301\u0327'.repeat(500_000)
const product = { id: 1, name: 'Çay', price: '1' }

async function problemsOf(shop: TestShop, ...files: TestFile[]): Promise<ImportProblems> {
  const refused = await shop.import(...files).catch((error: unknown) => error)
  assert.ok(refused instanceof ImportProblems, String(refused))
  return refused
}

describe('a hostile file', () => {
  let shop: TestShop
  before(async () => {
    shop = await openShop('sqlite')
  })
  after(() => shop.drop())

  // Proves: hostile-file
  test('with texts of megabytes is refused with the place of each text', async () => {
    const email = 'must be null or an email address, such as "ayse@example.com"'
    const image = 'must be null or an http(s) URL or a path of at most 8000 characters, such as "/p/101.jpg"'
    const zone = 'must be an IANA time zone, such as "Europe/Istanbul"'
    const address = 'must be null or an http(s) URL of at most 8000 characters'
    assert.deepEqual(
      await shop.refusal({
        shop: { timeZone: MARKS, imageBaseUrl: `http://${MARKS}` },
        customers: [{ id: 1, email: `${MARKS}@example.com` }],
        products: [{ ...product, image: MARKS }],
        coupons: [{ code: MARKS, discountType: 'fixed', value: '1' }],
      }),
      [
        `shop.json /shop/timeZone: ${zone}`,
        `shop.json /shop/imageBaseUrl: ${address}`,
        `shop.json /customers/0/email: ${email}`,
        `shop.json /products/0/image: ${image}`,
        'shop.json /coupons/0/code: must be a text of 1 to 100 characters (without U+0000 and lone surrogates)',
      ],
    )
  })

  // Proves: hostile-file
  test('with cells of megabytes is refused with the line of each cell', async () => {
    const blanks = `a${' '.repeat(2_000_000)}b`
    const digits = '9'.repeat(2_000_000)
    const files: TestFile[] = [
      ['customers.csv', `email,customerGroupId\n${MARKS}@example.com,\na@b.co,${digits}\n`],
      ['woo.csv', `type,id,name,regular price,images\nsimple,1,Çay,1,${blanks}\nsimple,2,${MARKS},${digits},\n`],
      ['shopify.csv', `handle,title,variant price\n${MARKS},Çay,1\n`],
    ]
    const problems = await shop.refusal(...files)
    assert.deepEqual(
      problems.map(each => each.slice(0, 90)),
      [
        'customers.csv line 2 /email: must be an email address, such as "ayse@example.com"',
        'customers.csv line 3 /customerGroupId: must be an integer from 1 to 9007199254740991',
        'woo.csv line 2: has an image of more than 8000 characters',
        'woo.csv line 3: has a name that is not a text of 1 to 1000 characters without U+0000',
        `woo.csv line 3: has a regular price that is no number such as 19.90: "${'9'.repeat(20)}`,
        `shopify.csv line 2: has no handle of 1 to 255 characters: "${MARKS.slice(0, 31)}`,
      ],
    )
    assert.ok(problems.every(each => each.length < 250))
  })

  test('with a hundred thousand equal weekdays is refused', async () => {
    const campaign = { id: 1, name: 'K', reward: { type: 'free_shipping' }, weekdays: Array(100_000).fill(1) }
    assert.deepEqual(await shop.refusal({ campaigns: [campaign] }), [
      'shop.json /campaigns/0/weekdays: must be a list of different weekdays from 1 (Monday) to 7 (Sunday)',
    ])
  })

  // Proves: hostile-file
  test('with more than 64 levels of nesting is refused with the place', async () => {
    const brackets = '['.repeat(3_000_000)
    assert.deepEqual(
      await shop.refusal(
        ['a.json', `{"products":${brackets}`],
        ['b.json', `{"x":${brackets}${']'.repeat(3_000_000)}}`],
      ),
      [
        'a.json line 1, column 76: is nested deeper than 64 levels',
        'b.json line 1, column 69: is nested deeper than 64 levels',
      ],
    )
  })

  test('with a record of more than 16 MB is refused, also in an unknown section', async () => {
    const endless = 'x'.repeat(17 * 1024 * 1024)
    for (const start of ['{"products":[{"id":1,"name":"', '{"orders":[{"note":"', '{"note":"']) {
      const [problem = ''] = await shop.refusal(['shop.json', start + endless])
      assert.match(
        problem,
        /^shop\.json line 1, column \d+: a record is longer than 16 MB; perhaps a quotation mark or a bracket never closes$/,
      )
    }
  })

  // Proves: hostile-file
  test('with a row of more than 8 MB is refused with its line', async () => {
    assert.deepEqual(await shop.refusal(['customers.csv', `email\n"${'x'.repeat(9 * 1024 * 1024)}`]), [
      'customers.csv line 2: the row is longer than 8 MB; perhaps a quotation mark never closes',
    ])
  })

  test('with an unknown section of more than 16 MB is imported without that section', async () => {
    const note = 'x'.repeat(1_000_000)
    const { warnings } = await shop.import({
      orders: Array.from({ length: 20 }, () => ({ note })),
      products: [product],
    })
    assert.deepEqual(
      warnings.map(({ at, message }) => `${at}: ${message}`),
      ['/orders: is not a known section: ignored'],
    )
    assert.equal((await shop.rows('products')).length, 1)
  })

  test('with more than a million problems is read to the millionth', async () => {
    const { problems, total } = await problemsOf(shop, ['a.json', `{"products":[${'1,'.repeat(1_000_001)}`])
    assert.deepEqual([problems.length, total], [10_000, 1_000_000])
    assert.ok(!problems.some(({ message }) => message.includes('JSON: ')), 'the end of the file is not read')
    const { status, stderr } = await runSepet(
      ['import', ...shop.write(['b.json', `{"products":[${'{},'.repeat(400_000)}`])],
      {
        DATA_DIR: shop.config.DATA_DIR,
      },
    )
    assert.equal(status, 1)
    assert.match(stderr, /Nothing was imported: 1000000 problems or more\./)
  })

  test('with long field names causes warnings that are cut to 300 characters', async () => {
    const name = 'x'.repeat(300_000)
    const { warnings } = await shop.import({ products: [{ ...product, [name]: 1 }] }, ['a.csv', `email,${name}\n`])
    assert.ok(warnings.every(warning => JSON.stringify(warning).length < 1_500))
    assert.deepEqual(
      warnings.map(({ at }) => at),
      [`/products/0/${name}`.slice(0, 300) + '…', 'line 1', ''],
    )
  })

  test('with twenty thousand skipped records or invalid references has exact totals', async () => {
    const many = Array.from({ length: 20_000 }, (_, index) => index + 1)
    const woo = `type,id,name,regular price\n${many.map(id => `grouped,${id},Set,`).join('\n')}`
    const { files } = await shop.import(['woo.csv', woo])
    assert.deepEqual([files[0]?.skipped.map(({ count }) => count), files[0]?.skippedTotal], [[20_000], 20_000])
    const groupPrices = [{ customerGroupId: 9, price: '1' }]
    const { problems, total } = await problemsOf(shop, { products: many.map(id => ({ ...product, id, groupPrices })) })
    assert.deepEqual([problems.length, total], [100, 20_000])
  })
})

onEachEngine('an import', shop => {
  // Proves: hostile-file
  test('with one id or email in thousands of records is refused, and each record is counted', async () => {
    const many = Array.from({ length: 15_000 }, (_, index) => index + 1)
    await shop.import({ customers: [{ id: 1, email: 'a@b.co' }] })
    const customers = many.slice(0, 10_000).flatMap(n => [
      { id: 1, email: `x${n}@b.co` },
      { id: n + 1, email: 'a@b.co' },
    ])
    assert.equal((await problemsOf(shop, { products: many.map(() => product) })).total, 14_999)
    assert.equal((await problemsOf(shop, { customers })).total, 19_998)
  })

  test('with a taken email in thousands of records is refused, and each record is counted', async () => {
    const emails = Array.from({ length: 11_000 }, (_, index) => `m${index}@b.co`)
    const list: TestFile = ['customers.csv', ['email', ...emails].join('\n')]
    await shop.import(list)
    const others = ['id,email', ...emails.map((email, index) => `${20_000 + index},${email}`)]
    const { problems, total } = await problemsOf(shop, ['others.csv', others.join('\n')])
    assert.deepEqual([problems.length, total], [10_000, 11_000])
    assert.deepEqual(
      problems.slice(0, 2).map(({ at, message }) => `${at}: ${message}`),
      ['line 2 /email: is the email of customer 1', 'line 3 /email: is the email of customer 2'],
    )
  })

  test('of one product with five thousand variants updates every variant when it is repeated', async () => {
    const variants = Array.from({ length: 5_000 }, (_, index) => `tea,Çay,V${index},1`)
    const csv: TestFile = ['shopify.csv', `handle,title,option1 value,variant price\n${variants.join('\n')}`]
    await shop.import(csv)
    const before = await shop.rows('variants')
    const { files, withdrawn } = await shop.import(csv)
    assert.deepEqual(files[0]?.sections, [
      { section: 'products', created: 0, updated: 0, unchanged: 1 },
      { section: 'variants', created: 0, updated: 0, unchanged: 5_000 },
    ])
    assert.deepEqual([withdrawn, await shop.rows('variants')], [{ products: 0, variants: 0 }, before])
  })
})

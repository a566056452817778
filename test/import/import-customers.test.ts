/** Importing customers from shop files on both engines: emails, creation times and ids. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../../src/db/open.ts'
import { untilOneWaits } from '../support/database/locks.ts'
import { NOW, onEachEngine, openShop, skipReason } from '../support/import/imports.ts'

const customer = (id: number, email: string | null, fields: object = {}) => ({ id, email, ...fields })

onEachEngine('importing customers', shop => {
  const emails = async () => (await shop.rows('customers')).map(({ id, email }) => [id, email])

  test('two customers can swap their emails', async () => {
    await shop.import({ customers: [customer(1, 'a@example.com'), customer(2, 'b@example.com')] })
    await shop.import({ customers: [customer(1, 'b@example.com'), customer(2, 'A@example.com')] })
    assert.deepEqual(await emails(), [
      [1, 'b@example.com'],
      [2, 'a@example.com'],
    ])
  })

  test('a customer without an email keeps the stored one, and a new customer gets a generated one', async () => {
    await shop.import({ customers: [customer(1, 'a@example.com', { name: 'Ayşe' })] })
    await shop.import({ customers: [customer(1, null), { id: 2 }] })
    assert.deepEqual(await emails(), [
      [1, 'a@example.com'],
      [2, 'customer-random2@generated.invalid'],
    ])
    assert.equal((await shop.rows('customers'))[0]?.name, null)
  })

  test('a customer without a number of orders keeps the stored one', async () => {
    const counts = async () => (await shop.rows('customers')).map(({ order_count }) => order_count)
    await shop.import({ customers: [customer(1, 'a@example.com', { orderCount: 3 }), customer(2, 'b@example.com')] })
    await shop.import({ customers: [customer(1, 'a@example.com'), customer(2, 'b@example.com', { orderCount: 1 })] })
    assert.deepEqual(await counts(), [3, 1])
    await shop.import({ customers: [customer(1, 'a@example.com', { orderCount: 0 })] })
    assert.deepEqual(await counts(), [0, 1])
  })

  test('the email of another customer is refused, also when that customer is imported without an email', async () => {
    await shop.import({ customers: [customer(1, 'a@example.com'), customer(2, 'b@example.com')] })
    const problems = await shop.refusal({
      customers: [customer(3, 'a@example.com'), customer(2, null), customer(4, 'B@example.com')],
    })
    assert.deepEqual(problems, [
      'shop.json /customers/0/email: is the email of customer 1',
      'shop.json /customers/2/email: is the email of customer 2',
    ])
    await shop.import({ customers: [customer(3, 'a@example.com'), customer(1, 'c@example.com')] })
    assert.deepEqual(await emails(), [
      [1, 'c@example.com'],
      [2, 'b@example.com'],
      [3, 'a@example.com'],
    ])
  })

  const externalIds = async () => (await shop.rows('customers')).map(row => [row.id, row.external_id])

  test('an external id that is empty, too long or not storable is refused', async () => {
    const rule = 'externalId: must be null or a text of 1 to 255 characters (without U+0000 and lone surrogates)'
    const wrong = ['', '🛒'.repeat(256), 'a\u0000', 5]
    assert.deepEqual(
      await shop.refusal({ customers: wrong.map((externalId, index) => ({ id: index + 1, externalId })) }),
      wrong.map((_, index) => `shop.json /customers/${index}/${rule}`),
    )
  })

  test('an external id is unique in the files and among stored customers, and compared exactly', async () => {
    await shop.import({
      customers: [
        { id: 1, externalId: 'a' },
        { id: 2, externalId: 'b' },
      ],
    })
    const problems = await shop.refusal({
      customers: [
        { id: 3, externalId: 'a' },
        { id: 2, externalId: 'b' },
        { id: 4, externalId: 'b' },
        { id: 5, externalId: 'A' },
        { id: 6, externalId: 'a ' },
      ],
    })
    assert.deepEqual(problems, [
      'shop.json /customers/2/externalId: is repeated: /customers/1/externalId has the same',
      'shop.json /customers/0/externalId: is the external id of customer 1',
      'shop.json /customers/2/externalId: is the external id of customer 2',
    ])
    assert.deepEqual(await externalIds(), [
      [1, 'a'],
      [2, 'b'],
    ])
  })

  test('customers can swap and rotate their external ids, and take those that the import frees', async () => {
    const three = (...given: (string | null)[]) => ({
      customers: given.map((externalId, index) => ({ id: index + 1, externalId })),
    })
    await shop.import(three('a', 'b', 'c'))
    await shop.import(three('b', 'a', 'c'))
    await shop.import(three('a', 'c', 'b'))
    assert.deepEqual(await externalIds(), [
      [1, 'a'],
      [2, 'c'],
      [3, 'b'],
    ])
    await shop.import(three('b', null, 'c', 'a'))
    assert.deepEqual(await externalIds(), [
      [1, 'b'],
      [2, null],
      [3, 'c'],
      [4, 'a'],
    ])
    assert.deepEqual(await shop.refusal({ customers: [{ id: 1 }, { id: 2, externalId: 'b' }] }), [
      'shop.json /customers/1/externalId: is the external id of customer 1',
    ])
    await shop.import({
      customers: [
        { id: 1, externalId: null },
        { id: 2, externalId: 'b' },
      ],
    })
    await shop.import({ customers: [{ id: 2, name: 'Without an external id in the file' }] })
    assert.deepEqual((await externalIds()).slice(0, 2), [
      [1, null],
      [2, 'b'],
    ])
  })

  test('thousands of customers with external ids are checked and can rotate them', async () => {
    const count = 5_000
    const shifted = (by: number) => ({
      customers: Array.from({ length: count }, (_, n) => ({ id: n + 1, externalId: `u${(n + by) % count}` })),
    })
    await shop.import(shifted(0))
    await shop.import(shifted(1))
    assert.deepEqual((await externalIds()).at(-1), [count, 'u0'])
    const taken = await shop.refusal({ customers: [{ id: count + 1, externalId: 'u7' }] })
    assert.deepEqual(taken, ['shop.json /customers/0/externalId: is the external id of customer 7'])
  })

  test('the creation time of a customer is that of the first import', async () => {
    await shop.import({ customers: [customer(1, 'a@example.com')] })
    await shop.database.kysely.updateTable('customers').set({ created_at: 5, updated_at: 5 }).execute()
    const times = async () => (await shop.rows('customers')).map(row => [row.created_at, row.updated_at])
    await shop.import({ customers: [customer(1, 'a@example.com')] })
    assert.deepEqual(await times(), [[5, 5]], 'an unchanged customer keeps the time of its last change')
    await shop.import({ customers: [customer(1, 'a@example.com', { name: 'Ada' })] })
    assert.deepEqual(await times(), [[5, NOW]])
  })

  test('customers created later get ids above the imported ones', async () => {
    await shop.import({ customers: [customer(7, 'a@example.com'), customer(40, 'b@example.com')] })
    await shop.import({ customers: [customer(8, 'c@example.com')] })
    const { id: _, ...row } =
      (await shop.database.kysely.selectFrom('customers').selectAll().executeTakeFirstOrThrow()) ?? {}
    const inserted = await shop.database.kysely
      .insertInto('customers')
      .values({ ...row, email: 'new@example.com' })
      .returning('id')
      .executeTakeFirstOrThrow()
    assert.equal(inserted.id, 41)
  })
})

test('an email or external id that a concurrent transaction takes is reported as a problem', {
  skip: skipReason('postgres'),
}, async () => {
  const shop = await openShop('postgres')
  const other = openDatabase(shop.config)
  try {
    await shop.import({ customers: [customer(1, 'a@example.com')] })
    const { id: _, ...row } = await other.kysely.selectFrom('customers').selectAll().executeTakeFirstOrThrow()
    const refusal = await other.kysely.transaction().execute(async kysely => {
      await kysely
        .insertInto('customers')
        .values({ ...row, email: 'b@example.com', external_id: 'b' })
        .execute()
      const waiting = shop.refusal({ customers: [customer(50, 'b@example.com'), { id: 51, externalId: 'b' }] })
      await untilOneWaits(other)
      return { waiting }
    })
    assert.deepEqual(await refusal.waiting, [
      'shop.json /customers/0/email: is the email of customer 2',
      'shop.json /customers/1/externalId: is the external id of customer 2',
    ])
  } finally {
    await other.close()
    await shop.drop()
  }
})

/** Importing customers from shop files on both engines: emails, creation times and ids. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../../src/db/open.ts'
import { NOW, onEachEngine, openShop, skipReason, untilLockWait } from '../support/import/imports.ts'

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

  test('the creation time of a customer is that of the first import', async () => {
    await shop.import({ customers: [customer(1, 'a@example.com')] })
    await shop.database.kysely.updateTable('customers').set({ created_at: 5, updated_at: 5 }).execute()
    await shop.import({ customers: [customer(1, 'a@example.com')] })
    const [row] = await shop.rows('customers')
    assert.deepEqual([row?.created_at, row?.updated_at], [5, NOW])
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

test('an email that a concurrent transaction takes is reported as a problem', {
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
        .values({ ...row, email: 'b@example.com' })
        .execute()
      const waiting = shop.refusal({ customers: [customer(50, 'b@example.com')] })
      await untilLockWait(other.kysely)
      return { waiting }
    })
    assert.deepEqual(await refusal.waiting, ['shop.json /customers/0/email: is the email of customer 2'])
  } finally {
    await other.close()
    await shop.drop()
  }
})

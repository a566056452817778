/**
 * The order in which orders lock their items on PostgreSQL: whoever waits for an item has locked all items before it and none after it, so
 * that no two can wait for each other.
 */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { type Queries, transaction } from '../../src/db/database.ts'
import { openPostgres } from '../../src/db/postgres/postgres.ts'
import { addItem } from '../support/cart/cart.ts'
import { fillBasket, importBasket, mergeInto, newMember, stockBasket } from '../support/checkouts/baskets.ts'
import { complete, hold, release } from '../support/checkouts/orders.ts'
import { assertStockMatches } from '../support/checkouts/settled.ts'
import { guardedShop } from '../support/checkouts/stock.ts'
import { onCitus, withoutPostgres } from '../support/database/engines.ts'
import { isOneWaiting } from '../support/database/locks.ts'
import { ids } from '../support/import/shop-file.ts'
import { type Answer, startService, type TestService } from '../support/service/service.ts'

/** The rows of the basket's items in the order of their locks: products, then variants. */
const rows = [
  sql`products where id = ${ids.plain}`,
  sql`products where id = ${ids.taxFree}`,
  sql`variants where product_id = ${ids.variants} and id = ${ids.smallBlue}`,
  sql`variants where product_id = ${ids.variants} and id = ${ids.largeBlue}`,
]

/** What changes the stock of a basket. */
type Operation = () => Promise<Answer | undefined>

describe('the locks of items', { skip: withoutPostgres || onCitus }, () => {
  let service: TestService
  let number = 0
  const next = () => `order-${++number}`
  before(async () => {
    service = await startService('postgres')
    await guardedShop(service)
  })
  beforeEach(() => stockBasket(service, 100))
  after(() => service.stop())

  const guestWithBasket = async (isReversed: boolean) => {
    const token = await service.token('guest')
    await fillBasket(service, token, { isReversed })
    return token
  }
  const held = async (isReversed: boolean) => {
    const [token, reference] = [await guestWithBasket(isReversed), next()]
    assert.equal((await hold(service, reference, token)).status, 201)
    return { token, reference }
  }

  const operations: Record<string, (isReversed: boolean) => Promise<Operation>> = {
    'a hold': async isReversed => {
      const token = await guestWithBasket(isReversed)
      return () => hold(service, next(), token)
    },
    'a hold that replaces another': async isReversed => {
      const { token } = await held(isReversed)
      await addItem(service, token, ids.taxFree, 2)
      return () => hold(service, next(), token)
    },
    'a completion': async isReversed => {
      const { reference } = await held(isReversed)
      return () => complete(service, reference)
    },
    'a release': async isReversed => {
      const { reference } = await held(isReversed)
      return () => release(service, reference)
    },
    'a cancellation': async isReversed => {
      const { reference } = await held(isReversed)
      await complete(service, reference)
      return () => release(service, reference)
    },
    'a merge that releases the hold of a guest': async isReversed => {
      const { token } = await held(isReversed)
      const member = await newMember(service)
      await addItem(service, member, ids.plain)
      await hold(service, next(), member)
      return () => mergeInto(service, member, token)
    },
    'an import': async isReversed => async () => {
      await importBasket(service, 100, { isReversed })
      return undefined
    },
  }

  for (const [name, prepare] of Object.entries(operations)) {
    it(`of ${name} are taken in one order, whatever the order of the items in the cart or file`, async () => {
      for (const isReversed of [false, true]) {
        for (const [place, row] of rows.entries()) {
          const operate = await prepare(isReversed)
          const { answer, free } = await whileLocked(service, row, operate)
          assert.deepEqual(
            free,
            rows.map((_, n) => n > place),
          )
          if (answer) assert.ok(answer.status < 300, answer.text)
        }
      }
      await assertStockMatches(service.database)
    })
  }
})

/** Begins an operation while another transaction has locked a row. @returns which rows are free while the operation waits for that one */
async function whileLocked(
  service: TestService,
  row: RawBuilder<unknown>,
  operate: Operation,
): Promise<{ answer: Answer | undefined; free: boolean[] }> {
  const other = openPostgres(service.config.DATABASE_URL ?? '')
  try {
    const { waiting, free } = await transaction(other, async queries => {
      await lock(queries, row)
      let isOver = false
      const waiting = operate().finally(() => {
        isOver = true
      })
      while (!(await isOneWaiting(service.database.kysely))) {
        assert.equal(isOver, false, 'it did not wait for the item')
        await sleep(5)
      }
      return { waiting: { answer: waiting }, free: await freeRows(service.database) }
    })
    const answer = await waiting.answer
    // It has given up after five seconds, and changed nothing: what was free then tells nothing.
    return answer?.status === 503 ? whileLocked(service, row, operate) : { answer, free }
  } finally {
    await other.close()
  }
}

async function lock({ kysely }: Queries, row: RawBuilder<unknown>): Promise<number> {
  return (await sql`select 1 from ${row} for update skip locked`.execute(kysely)).rows.length
}

async function freeRows(database: Queries): Promise<boolean[]> {
  return Promise.all(rows.map(async row => (await lock(database, row)) === 1))
}

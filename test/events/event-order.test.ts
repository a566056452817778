/** Readers that follow events while transactions overlap: none is missed, none comes twice, and ids have no gap. */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { CUSTOMERS } from '../../src/api-paths.ts'
import { type Queries, transaction } from '../../src/db/database.ts'
import { openPostgres } from '../../src/db/postgres/postgres.ts'
import type { NewEvent } from '../../src/events/event.ts'
import { forgetInEvents, recordEvents } from '../../src/events/record-events.sql.ts'
import { addItem, refusalsOf, whenFree } from '../support/cart/cart.ts'
import { complete, hold, release, subjectOf } from '../support/checkouts/orders.ts'
import { countDeadlocks, engines, withoutPostgres } from '../support/database/engines.ts'
import { untilOneWaits } from '../support/database/locks.ts'
import { callEvents, type EventData, eventsAfter, readPage } from '../support/events/events.ts'
import { ids, product } from '../support/import/shop-file.ts'
import { rounds } from '../support/runner/rounds.ts'
import { type Instances, startInstances } from '../support/service/instances.ts'
import type { Answer, TestService } from '../support/service/service.ts'
import { claimsOf, consumeHandoff, issueHandoff } from '../support/web-checkout/checkout.ts'

const ROUNDS = rounds({ short: 2, long: 200 })
/** Number of requests of each kind at once. */
const WRITERS = 4

const applied = (actor: string): NewEvent => ({
  type: 'import.applied',
  at: Date.now(),
  actor,
  subject: null,
  data: {},
})

describe('events of transactions that overlap on two instances', { skip: withoutPostgres }, () => {
  let instances: Instances
  before(async () => {
    instances = await startInstances('postgres')
  })
  after(() => instances.stop())
  const lastId = async () => (await eventsAfter(instances.at(0))).at(-1)?.id ?? 0
  /** The events after an id, with the distance of their ids from it. */
  const shownAfter = async (id: number) =>
    (await eventsAfter(instances.at(1), id)).map(event => [event.id - id, event.type, event.subject])

  /** Runs `work` on a connection of its own, in a transaction that commits when it resolves. */
  async function onOwnConnection<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    const other = openPostgres(instances.at(0).config.DATABASE_URL ?? '')
    try {
      return await transaction(other, work)
    } finally {
      await other.close()
    }
  }

  async function consumeOne(n: number): Promise<string> {
    const service = instances.at(n)
    const guest = await service.token('guest')
    const { token } = await issueHandoff(service, guest)
    assert.equal((await consumeHandoff(service, token)).headers.has('set-cookie'), true)
    return subjectOf(guest)
  }

  it('come after those that were read before, when the transaction that recorded first commits last', async () => {
    const before = await lastId()
    const consumed: string[] = []
    await onOwnConnection(async queries => {
      await recordEvents(queries, [applied('slow')])
      for (const n of [0, 1]) {
        consumed.push(await consumeOne(n))
        assert.deepEqual(
          await shownAfter(before),
          consumed.map((subject, index) => [index + 1, 'handoff.consumed', subject]),
        )
      }
    })
    assert.deepEqual(await shownAfter(before + 2), [[1, 'import.applied', null]])
  })

  it('leave no gap when their transaction is rolled back', async () => {
    const before = await lastId()
    let consumed: string | undefined
    const failed = onOwnConnection(async queries => {
      await recordEvents(queries, [applied('lost'), applied('lost')])
      consumed = await consumeOne(0)
      throw new Error('rolled back')
    })
    await assert.rejects(failed, /rolled back/)
    assert.deepEqual(await shownAfter(before), [[1, 'handoff.consumed', consumed]])
  })

  it('are read after the deletion of a customer whom they name has ended, in their order and without the customer', async () => {
    const before = await lastId()
    const named = { ...applied('shop'), subject: 'member:4242' }
    await transaction(instances.at(0).database, queries => recordEvents(queries, [named, applied('shop'), named]))
    let reading: ReturnType<typeof shownAfter> | undefined
    await onOwnConnection(async queries => {
      await forgetInEvents(queries, 4242)
      reading = shownAfter(before)
      await untilOneWaits(instances.at(0).database)
    })
    assert.deepEqual(
      await reading,
      [1, 2, 3].map(number => [number, 'import.applied', null]),
    )
  })

  it('make readers alone wait for each other, a bounded time, and never the writers', async () => {
    const [service, peer] = [instances.at(0), instances.at(1)]
    const before = await lastId()
    const admin = await service.token('admin')
    await onOwnConnection(async ({ kysely }) => {
      await sql`select last_id from event_counter for update`.execute(kysely)
      await consumeOne(0)
      assert.equal((await peer.call('POST', CUSTOMERS, { token: admin, body: {} })).status, 201)
      assert.deepEqual(refusalsOf(await callEvents(peer, `?after=${before}`)), ['503 database_busy'])
    })
    assert.deepEqual(
      (await shownAfter(before)).map(([id, type]) => [id, type]),
      [
        [1, 'handoff.consumed'],
        [2, 'customer.created'],
      ],
    )
  })
})

for (const engine of engines) {
  describe(`events of many writers at once on ${engine}`, () => {
    let instances: Instances
    let admin: string
    before(async () => {
      instances = await startInstances(engine)
      admin = await on(0).token('admin')
      await on(0).importShop({ products: [product({ id: ids.plain })] })
    })
    after(() => instances.stop())
    const on = (n: number) => instances.at(n)

    it('are all read by a follower, once and in order, without a gap', async () => {
      const start = (await eventsAfter(on(0))).at(-1)?.id ?? 0
      let isWriting = true
      const followed = follow(start, () => isWriting)
      for (let round = 0; round < ROUNDS; round++) {
        await Promise.all([...Array(WRITERS).keys()].flatMap(n => [buy(n), register(n), merge(n), createMany(n)]))
      }
      isWriting = false
      const events = await followed
      // The subjects of deleted customers are gone meanwhile.
      const typesOf = (list: EventData[]) => list.map(({ id, type }) => `${id} ${type}`)
      assert.deepEqual(typesOf(events), typesOf(await eventsAfter(on(1), start)))
      assert.deepEqual(
        events.map(({ id }) => id),
        events.map((_, index) => start + index + 1),
      )
      const counts = Object.groupBy(events, ({ type }) => type)
      const countOf = (type: string) => (counts[type]?.length ?? 0) / ROUNDS
      assert.deepEqual(
        ['checkout.held', 'checkout.completed', 'checkout.cancelled', 'handoff.consumed'].map(countOf),
        Array(4).fill(WRITERS),
      )
      assert.deepEqual(['cart.merged', 'customer.created', 'customer.updated', 'customer.deleted'].map(countOf), [
        WRITERS,
        11 * WRITERS,
        WRITERS,
        WRITERS,
      ])
      for (const order of Object.values(Object.groupBy(events, ({ data }) => String(data.reference ?? '')))) {
        if (order?.[0]?.data.reference === undefined) continue
        assert.deepEqual(
          order.map(({ type }) => type),
          ['checkout.held', 'checkout.completed', 'checkout.cancelled'],
        )
      }
      assert.equal(await countDeadlocks(on(0).database), 0)
    })

    /** Follows the events through both instances in turn, and once more after the last write. */
    async function follow(after: number, isWriting: () => boolean): Promise<EventData[]> {
      const events: EventData[] = []
      for (let [reads, goesOn] = [0, true]; goesOn; reads++) {
        goesOn = isWriting()
        const { data, links } = await readPage(on(reads), `?after=${events.at(-1)?.id ?? after}&limit=20`)
        events.push(...data)
        goesOn ||= links.next !== null
      }
      return events
    }

    async function buy(n: number): Promise<void> {
      const token = await on(n).token('guest')
      await addItem(on(n), token, ids.plain)
      const link = await issueHandoff(on(n), token)
      const reference = randomUUID()
      await Promise.all([consumeWhenFree(on(n + 1), link.token), only(201, () => hold(on(n), reference, token))])
      await only(200, () => complete(on(n + 1), reference))
      await only(204, () => release(on(n), reference))
    }

    async function register(n: number): Promise<void> {
      const created = await only(201, () => on(n).call('POST', CUSTOMERS, { token: admin, body: {} }))
      const path = `${CUSTOMERS}/${(created.json as { data: { id: number } }).data.id}`
      await only(200, () => on(n + 1).call('PUT', path, { token: admin, body: { name: 'Ayşe' } }))
      await only(204, () => on(n).call('DELETE', path, { token: admin }))
    }

    async function merge(n: number): Promise<void> {
      const token = await on(n).token('member', { id: String(n % 2 ? ids.member : ids.otherMember) })
      const body = { guestToken: await on(n).token('guest') }
      await only(200, () => on(n + 1).call('POST', '/cart/merge', { token, body }))
    }

    async function createMany(n: number): Promise<void> {
      await only(201, () => on(n).call('POST', CUSTOMERS, { token: admin, body: Array(10).fill({}) }))
    }
  })
}

/** Consumes a handoff, which stays valid where the database is busy. @throws AssertionError when it has expired meanwhile */
async function consumeWhenFree(service: TestService, token: string): Promise<void> {
  const { exp } = claimsOf(token) as { exp: number }
  for (;;) {
    const answer = await consumeHandoff(service, token)
    assert.equal(answer.status, 302, answer.text)
    if (answer.headers.has('set-cookie')) return
    assert.ok(Date.now() < exp * 1_000, 'the handoff was refused')
  }
}

/** @returns the response once other writes do not keep it waiting. @throws AssertionError with its body when it has another status */
async function only(status: number, request: () => Promise<Answer>): Promise<Answer> {
  const answer = await whenFree(request)
  assert.equal(answer.status, status, answer.text)
  return answer
}

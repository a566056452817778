/** `checkout.expired`: once for each hold that ended by its time, whatever follows and however many instances tell, on both engines. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { CUSTOMERS } from '../../src/api-paths.ts'
import { tellEnded } from '../../src/checkouts/tell-ended.store.ts'
import { saveClock } from '../../src/jobs/prune-clock.store.ts'
import { prune } from '../../src/jobs/prune.ts'
import { tellEndedRegularly } from '../../src/jobs/tell-ended.ts'
import { addItem } from '../support/cart/cart.ts'
import { callCheckout, complete, dataOf, expire, hold, release, subjectOf } from '../support/checkouts/orders.ts'
import { engines } from '../support/database/engines.ts'
import { watchEvents } from '../support/events/events.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS
const EXPIRED = 'checkout.expired'
const RUN_MS = 30_000

for (const engine of engines) {
  describe(`the end of a hold on ${engine}`, () => {
    let service: TestService
    let newEvents: Awaited<ReturnType<typeof watchEvents>>
    let number = 0
    const next = () => `${engine}-${++number}`
    before(async () => {
      service = await startService(engine)
      newEvents = await watchEvents(service)
    })
    after(() => service.stop())

    const shopper = async () => {
      const token = await service.token('guest')
      await addItem(service, token, ids.plain)
      return token
    }
    const held = async (token: string, reference = next()) => {
      const answer = await hold(service, reference, token)
      assert.equal(answer.status, 201, answer.text)
      return reference
    }
    const ended = async (token: string) => {
      const reference = await held(token)
      await expire(service, reference)
      return reference
    }
    /** Types of the events since the last call, those of a reference. */
    const typesOf = async (reference: string) =>
      (await newEvents()).filter(({ data }) => data.reference === reference).map(({ type }) => type)
    const tell = async (now = Date.now()) => {
      while ((await tellEnded(service.database, now)) > 0);
    }

    it('is told once, with the owner and the time, by the clock', async () => {
      const token = await shopper()
      const reference = await held(token)
      await newEvents()
      await tell()
      assert.deepEqual(await newEvents(), [])
      await expire(service, reference)
      const { expiresAt } = dataOf(await callCheckout(service, 'GET', reference))
      for (let time = 0; time < 3; time++) await tell()
      assert.deepEqual(await newEvents(), [
        { type: EXPIRED, actor: 'clock', subject: subjectOf(token), data: { reference, expiresAt } },
      ])
      await complete(service, reference)
    })

    it('is told once by many that run at the same time', async () => {
      const peer = await service.startPeer()
      const references: string[] = []
      await tell()
      await newEvents()
      for (let n = 0; n < 12; n++) references.push(await ended(await shopper()))
      const runs = Array.from({ length: 10 }, (_, n) => tellEnded((n % 2 ? peer : service).database, Date.now()))
      await Promise.all(runs)
      await tell()
      // The job of a server may have told some meanwhile.
      const told = (await newEvents()).filter(({ type }) => type === EXPIRED)
      assert.deepEqual(told.map(({ data }) => String(data.reference)).sort(), references.sort())
      await peer.stop()
    })

    it('is told before what follows where that comes first, and is not told again', async () => {
      const token = await shopper()
      const released = await ended(token)
      await release(service, released)
      await tell()
      assert.deepEqual(await typesOf(released), ['checkout.held', EXPIRED, 'checkout.released'])
      const again = await ended(token)
      await held(token, again)
      await tell()
      assert.deepEqual(await typesOf(again), ['checkout.held', EXPIRED, 'checkout.held'])
      await expire(service, again)
      const other = await held(token)
      await tell()
      assert.deepEqual(await typesOf(again), [EXPIRED, 'checkout.released'])
      await expire(service, other)
      await complete(service, other)
      await tell()
      await newEvents()
      const late = await ended(await shopper())
      await complete(service, late)
      await tell()
      assert.deepEqual(await typesOf(late), ['checkout.held', EXPIRED, 'checkout.completed'])
    })

    it('is told for each hold of one reference, and of none that was released or completed in time', async () => {
      const token = await shopper()
      const reference = await ended(token)
      await tell()
      await held(token, reference)
      await tell()
      assert.deepEqual(await typesOf(reference), ['checkout.held', EXPIRED, 'checkout.held'])
      await expire(service, reference)
      await tell()
      assert.deepEqual(await typesOf(reference), [EXPIRED])
      await complete(service, reference)
      const [inTime, kept] = [await held(await shopper()), await held(await shopper())]
      await complete(service, inTime)
      await release(service, kept)
      await newEvents()
      await service.database.kysely
        .updateTable('checkouts')
        .set({ expires_at: 1 })
        .where('reference', 'in', [inTime, kept])
        .execute()
      await tell()
      assert.deepEqual(await newEvents(), [])
    })

    it('is told of a deleted customer without a subject, and of a merged guest by the merge', async () => {
      const admin = await service.token('admin', { id: 'crm', scope: 'customers:write customers:delete' })
      const created = await service.call('POST', CUSTOMERS, {
        token: admin,
        body: { email: 'son@example.com', firstName: 'Son' },
      })
      assert.equal(created.status, 201, created.text)
      const { id } = (created.json as { data: { id: number } }).data
      const member = await service.token('member', { id: String(id) })
      await addItem(service, member, ids.plain)
      const guest = await shopper()
      const guests = await ended(guest)
      await newEvents()
      assert.equal(
        (await service.call('POST', '/cart/merge', { token: member, body: { guestToken: guest } })).status,
        200,
      )
      assert.deepEqual(await typesOf(guests), [EXPIRED, 'checkout.released'])
      const reference = await ended(member)
      assert.equal((await service.call('DELETE', `${CUSTOMERS}/${id}`, { token: admin })).status, 204)
      await tell()
      // The job of the server may have told it before the deletion, which leaves no subject either.
      const told = (await newEvents()).filter(({ type }) => type === EXPIRED)
      assert.deepEqual(
        told.map(({ subject, data }) => [subject, data.reference]),
        [[null, reference]],
      )
    })

    // Proves: clock-ahead
    it('is told early by no instance whose clock is ahead, and also after a stop of days', async t => {
      await tell()
      const token = await shopper()
      const living = await held(token)
      await newEvents()
      if (engine === 'postgres') await tell(Date.now() + 31 * MINUTE_MS)
      assert.deepEqual(await newEvents(), [])
      await expire(service, living)
      await saveClock(service.database, Date.now())
      t.mock.timers.enable({ apis: ['setInterval'] })
      const stop = tellEndedRegularly(service.database, {
        now: () => Date.now() + 3 * DAY_MS,
        onError: error => assert.fail(String(error)),
      })
      let told: string[] = []
      while (told.length === 0) {
        t.mock.timers.tick(RUN_MS)
        await sleep(10)
        told = await typesOf(living)
      }
      assert.deepEqual(told, [EXPIRED])
      await stop()
    })

    it('is told by `sepet prune`, too', async () => {
      const reference = await ended(await shopper())
      await prune(service.database, Date.now(), { guestCartTtlDays: 0, eventRetentionDays: 30 })
      assert.deepEqual(await typesOf(reference), ['checkout.held', EXPIRED])
    })

    it('finds the holds by an index', async () => {
      const explain = sql.raw(engine === 'postgres' ? 'explain' : 'explain query plan')
      const query = sql<Record<string, unknown>>`
        ${explain} select 1 from checkouts
        where state = 'held' and (told_end is null or told_end <> expires_at) and expires_at <= 5
        order by expires_at limit 1`
      await service.database.kysely.connection().execute(async connection => {
        if (engine === 'postgres') await sql`set enable_seqscan = off`.execute(connection)
        const plan = JSON.stringify((await query.execute(connection)).rows)
        if (engine === 'postgres') await sql`reset enable_seqscan`.execute(connection)
        assert.match(plan, /checkouts_untold/)
      })
    })
  })
}

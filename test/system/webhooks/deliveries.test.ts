/** Deliveries of webhooks to receivers: what is sent, in which order, and again until it is taken. */

import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { CUSTOMERS } from '../../../src/api-paths.ts'
import { prune } from '../../../src/jobs/prune.ts'
import { DAY_MS } from '../../../src/units.ts'
import { engines } from '../../support/database/engines.ts'
import { eventsAfter } from '../../support/events/events.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import { type Receiver, startReceiver } from '../../support/webhooks/receiver.ts'
import {
  callWebhooks,
  createCustomer,
  QUICK,
  readWebhook,
  renameCustomer,
  saveWebhook,
  untilWebhook,
} from '../../support/webhooks/webhooks.ts'

const HOUR_MS = 3_600_000

for (const engine of engines) {
  describe(`deliveries of webhooks on ${engine}`, () => {
    let service: TestService
    let receiver: Receiver
    before(async () => {
      service = await startService(engine, QUICK)
    })
    after(() => service.stop())
    beforeEach(async () => {
      receiver = await startReceiver()
    })
    afterEach(async () => {
      for (const name of ['erp', 'crm']) await callWebhooks(service, 'DELETE', `/${name}`)
      await receiver.stop()
    })
    const save = (body: object = {}) => saveWebhook(service, 'erp', { url: receiver.url, ...body })
    const lastId = async () => (await eventsAfter(service)).at(-1)?.id ?? 0
    const until = (isExpected: Parameters<typeof untilWebhook>[2]) => untilWebhook(service, 'erp', isExpected)
    const linesOf = (msg: string) => service.log.map(line => JSON.parse(line)).filter(each => each.msg === msg)

    // Proves: forged-message
    it('have what the feed shows, in its order, signed', async () => {
      const { data } = await save()
      for (let n = 0; n < 5; n++) await createCustomer(service)
      await receiver.until(5)
      await until(({ cursor }) => cursor === data.cursor + 5)
      const events = await eventsAfter(service, data.cursor)
      assert.deepEqual(
        receiver.received.map(({ body }) => body),
        events.map(({ id, type, at, actor, subject, data: facts }) => {
          return { type, timestamp: at, data: facts, id, actor, subject }
        }),
      )
      for (const [n, { id, headers, text }] of receiver.received.entries()) {
        assert.equal(id, `evt_${events[n]?.id}_${Date.parse(events[n]?.at ?? '')}`)
        assert.ok(new Webhook(data.secret ?? '').verify(text, headers as Record<string, string>))
        assert.equal(headers['content-type'], 'application/json')
        assert.match(headers['user-agent'] ?? '', /^Sepet\/\d/)
        assert.deepEqual([headers.authorization, headers.cookie], [undefined, undefined])
      }
      const { state, pending, lastSuccess } = await readWebhook(service, 'erp')
      assert.deepEqual([state, pending, lastSuccess?.status, lastSuccess?.eventId], ['ok', 0, 204, events[4]?.id])
    })

    it('leave out the types that were not asked for, and pass them', async () => {
      await save({ types: ['customer.updated', 'checkout.*'] })
      const id = await createCustomer(service)
      await renameCustomer(service, id, 'Ayşe')
      await createCustomer(service)
      const last = await lastId()
      await until(({ cursor }) => cursor === last)
      assert.deepEqual(
        receiver.received.map(({ body }) => body.type),
        ['customer.updated'],
      )
    })

    it('send an event with the same id until it is taken, and the next one after it', async () => {
      receiver.respond(500)
      const { data } = await save()
      await createCustomer(service)
      await createCustomer(service)
      const failing = await until(({ state }) => state === 'failing')
      assert.deepEqual([failing.lastFailure?.status, failing.lastFailure?.error], [500, null])
      assert.equal(failing.cursor, data.cursor)
      // Not before the state was seen: an accepted event ends it.
      await receiver.until(3)
      receiver.respond(200)
      const done = await until(({ pending }) => pending === 0)
      assert.deepEqual([done.state, done.failingSince, done.nextAttemptAt], ['ok', null, null])
      const attempts = receiver.received.length - 1
      assert.ok(attempts > 3)
      assert.deepEqual(receiver.ids(), [...Array(attempts).fill(data.cursor + 1), data.cursor + 2])
      assert.equal(new Set(receiver.received.slice(0, attempts).map(({ id }) => id)).size, 1)
      const lines = linesOf('webhook').filter(({ id }) => id === receiver.received[0]?.id)
      assert.deepEqual(
        lines.map(({ level, webhook, type, status, attempt }) => [level, webhook, type, status, attempt]),
        Array.from({ length: attempts }, (_, index) => index + 1).map(n =>
          n < attempts ? ['warn', 'erp', 'customer.created', 500, n] : ['info', 'erp', 'customer.created', 200, n],
        ),
      )
      assert.ok(!service.log.join('\n').includes(receiver.url))
    })

    it('wait as long as the receiver asks, at most an hour', async () => {
      for (const [retryAfter, least, most] of [
        ['40', 40_000, 60_000],
        [new Date(Date.now() + 600_000).toUTCString(), 500_000, 601_000],
        ['999999999999999999999', HOUR_MS, HOUR_MS + 20_000],
        ['soon', 50, 20_000],
        ['-5', 50, 20_000],
      ] as const) {
        receiver.respond((_, response) => {
          response.setHeader('Retry-After', retryAfter)
          return 503
        })
        await save()
        await createCustomer(service)
        const { nextAttemptAt, lastFailure } = await until(webhook => webhook.nextAttemptAt !== null)
        const wait = Date.parse(nextAttemptAt ?? '') - Date.parse(lastFailure?.at ?? '')
        assert.ok(wait >= least && wait <= most, `${retryAfter}: ${wait}`)
        await callWebhooks(service, 'DELETE', '/erp')
      }
    })

    it('do not wait for a time that an instance with a wrong clock has stored', async () => {
      await save({ active: false })
      await createCustomer(service)
      await service.database.kysely
        .updateTable('webhooks')
        .set({ active: 1, disabled_reason: null, attempts: 1, next_attempt_at: Date.now() + 5 * HOUR_MS })
        .execute()
      await receiver.until(1)
      await until(({ pending, nextAttemptAt }) => pending === 0 && nextAttemptAt === null)
    })

    // Proves: redirecting-receiver
    it('follow no redirect', async () => {
      const other = await startReceiver()
      receiver.respond((_, response) => {
        response.setHeader('Location', other.url)
        return 307
      })
      await save()
      await createCustomer(service)
      const { lastFailure } = await until(({ state }) => state === 'failing')
      await receiver.until(2)
      assert.deepEqual([lastFailure?.status, other.received], [307, []])
      await other.stop()
    })

    it('end at once where the receiver is gone, and begin afresh when the webhook is saved again', async () => {
      receiver.respond(410)
      const { data } = await save()
      await createCustomer(service)
      const gone = await until(({ state }) => state === 'disabled')
      assert.deepEqual(
        [gone.disabledReason, gone.active, gone.cursor, gone.nextAttemptAt],
        ['gone', true, data.cursor, null],
      )
      // Written once the database has the state.
      while (linesOf('webhook disabled').length === 0) await sleep(10)
      assert.deepEqual(
        linesOf('webhook disabled').map(({ level, webhook, reason }) => [level, webhook, reason]),
        [['warn', 'erp', 'gone']],
      )
      receiver.respond(200)
      const again = await save()
      assert.deepEqual([again.data.state, again.data.failingSince, again.data.disabledReason], ['ok', null, null])
      await until(({ pending }) => pending === 0)
      assert.deepEqual(receiver.ids(), [data.cursor + 1, data.cursor + 1])
    })

    it('stop while the webhook is switched off, and skip nothing', async () => {
      const { data } = await save({ active: false })
      await createCustomer(service)
      await createCustomer(service)
      await saveWebhook(service, 'crm', { url: `${receiver.url}/crm`, types: ['customer.updated'] })
      await renameCustomer(service, await createCustomer(service), 'Ayşe')
      await receiver.until(1)
      assert.deepEqual(receiver.received[0]?.path, '/events/crm')
      await save({ active: true })
      await receiver.until(5)
      assert.deepEqual(
        receiver.ids().slice(1),
        [1, 2, 3, 4].map(n => data.cursor + n),
      )
    })

    it('send events again after a replay, with the same ids', async () => {
      const { data } = await save()
      for (let n = 0; n < 3; n++) await createCustomer(service)
      await receiver.until(3)
      await until(({ pending }) => pending === 0)
      const replayed = await callWebhooks(service, 'POST', '/erp/replay', { after: data.cursor + 1 })
      assert.deepEqual(replayed.json.meta, { skipped: 0 })
      await receiver.until(5)
      const [, second, third, ...again] = receiver.received.map(({ id }) => id)
      assert.deepEqual(again, [second, third])
    })

    it('pass an event that the receiver never takes by a replay', async () => {
      receiver.respond(({ body }) => (body.type === 'customer.created' ? 422 : 200))
      const { data } = await save()
      await renameCustomer(service, await createCustomer(service), 'Ayşe')
      await until(({ state }) => state === 'failing')
      const { json } = await callWebhooks(service, 'POST', '/erp/replay', { after: data.cursor + 1 })
      assert.deepEqual([json.meta.skipped, json.data.state], [1, 'failing'])
      const done = await until(({ state }) => state === 'ok')
      assert.deepEqual([done.pending, done.lastSuccess?.eventId], [0, data.cursor + 2])
    })

    it('do not count where the webhook was moved meanwhile', async () => {
      const { promise: moved, resolve: go } = Promise.withResolvers<void>()
      receiver.respond((_, response) => {
        if (receiver.received.length > 1) return 200
        void moved.then(() => response.writeHead(200).end())
        return undefined
      })
      const { data } = await save()
      for (let n = 0; n < 3; n++) await createCustomer(service)
      await receiver.until(1)
      await lastId()
      await callWebhooks(service, 'POST', '/erp/replay', { after: data.cursor + 2 })
      go()
      await until(({ pending }) => pending === 0)
      assert.deepEqual(receiver.ids(), [data.cursor + 1, data.cursor + 3])
    })

    it('skip nothing where other types are asked for meanwhile', async () => {
      const { promise: saved, resolve: go } = Promise.withResolvers<void>()
      receiver.respond((_, response) => {
        void saved.then(() => response.writeHead(200).end())
        return undefined
      })
      const types = ['customer.updated']
      const { data } = await save({ types, active: false })
      // Switched on after both events, which one look reads together: nothing has passed the first one before.
      await renameCustomer(service, await createCustomer(service), 'Ayşe')
      await save({ types, active: true })
      await receiver.until(1)
      assert.equal((await save()).data.pending, 2)
      go()
      await until(({ pending }) => pending === 0)
      assert.deepEqual(receiver.ids(), [data.cursor + 2, data.cursor + 1, data.cursor + 2])
    })

    it('send nothing more once the webhook is deleted', async () => {
      const { promise: deleted, resolve: go } = Promise.withResolvers<void>()
      receiver.respond((_, response) => {
        void deleted.then(() => response.writeHead(500).end())
        return undefined
      })
      await save()
      await createCustomer(service)
      await receiver.until(1)
      await callWebhooks(service, 'DELETE', '/erp')
      const { data } = await saveWebhook(service, 'crm', { url: `${receiver.url}/crm` })
      go()
      receiver.respond(200)
      await createCustomer(service)
      await untilWebhook(service, 'crm', ({ cursor }) => cursor > data.cursor)
      assert.deepEqual(
        receiver.received.map(({ path }) => path),
        ['/events', '/events/crm'],
      )
    })

    it('name no customer that was deleted before the attempt', async () => {
      receiver.respond(500)
      await save({ types: ['customer.created'] })
      const id = await createCustomer(service)
      await receiver.until(1)
      assert.equal(receiver.received[0]?.body.subject, `member:${id}`)
      const token = await service.token('admin')
      assert.equal((await service.call('DELETE', `${CUSTOMERS}/${id}`, { token })).status, 204)
      // The next attempt may have read the event before the deletion.
      await receiver.until(receiver.received.length + 1)
      receiver.respond(200)
      await until(({ pending }) => pending === 0)
      assert.equal(receiver.received.at(-1)?.body.subject, null)
      assert.ok(!receiver.received.at(-1)?.text.includes(`member:${id}`))
    })

    it('are signed by the present secret and the last two before it, the newest first', async () => {
      const secrets = [(await save()).data.secret ?? '']
      for (let n = 0; n < 3; n++) {
        const { json } = await callWebhooks(service, 'POST', '/erp/rotate-secret')
        secrets.unshift(json.data.secret ?? '')
        await createCustomer(service)
        await receiver.until(n + 1)
      }
      const { id, headers, text } = receiver.received[2] ?? assert.fail()
      const at = new Date(Number(headers['webhook-timestamp']) * 1000)
      assert.deepEqual(
        String(headers['webhook-signature']).split(' '),
        secrets.slice(0, 3).map(secret => new Webhook(secret).sign(id, at, text)),
      )
      const first = String(receiver.received[0]?.headers['webhook-signature']).split(' ')
      assert.equal(first.length, 2)
    })

    // Proves: hanging-receiver
    it('of a receiver that hangs delay no other', async () => {
      const other = await startReceiver()
      receiver.respond(() => undefined)
      await save()
      const { data } = await saveWebhook(service, 'crm', { url: other.url })
      await createCustomer(service)
      await receiver.until(1)
      await createCustomer(service)
      await other.until(2)
      await untilWebhook(service, 'crm', ({ pending }) => pending === 0)
      const { lastSuccess, lastFailure, pending } = await readWebhook(service, 'erp')
      assert.deepEqual([lastSuccess, lastFailure, pending, receiver.received.length], [null, null, 2, 1])
      assert.deepEqual(other.ids(), [data.cursor + 1, data.cursor + 2])
      await other.stop()
    })

    it('tell why there was no answer', async () => {
      await receiver.stop()
      await save()
      await createCustomer(service)
      const refused = await until(({ state }) => state === 'failing')
      assert.deepEqual([refused.lastFailure?.status, refused.lastFailure?.error], [null, 'connection'])
      for (const [url, error] of [
        ['http://10.255.255.1/', 'address'],
        ['http://erp.invalid/', 'dns'],
      ] as const) {
        await service.database.kysely.updateTable('webhooks').set({ url }).where('name', '=', 'erp').execute()
        await until(({ lastFailure }) => lastFailure?.error === error)
      }
    })

    it('that are deleted by age are counted as lost, and the next one follows', async () => {
      const { data } = await save({ types: ['customer.created'], active: false })
      await saveWebhook(service, 'crm', { url: receiver.url, types: ['checkout.*'], active: false })
      await renameCustomer(service, await createCustomer(service), 'Ayşe')
      await createCustomer(service)
      await lastId()
      const lost: object[] = []
      const options = { guestCartTtlDays: 0, eventRetentionDays: 30, onLost: (each: object) => lost.push(each) }
      await prune(service.database, Date.now() + 31 * DAY_MS, options)
      assert.deepEqual(lost, [{ webhook: 'erp', count: 2 }])
      const { lost: counted, pending, cursor } = await readWebhook(service, 'erp')
      assert.deepEqual([counted, pending, cursor], [2, 0, data.cursor])
      assert.equal((await readWebhook(service, 'crm')).lost, 0)
      await save({ types: ['customer.created'] })
      await createCustomer(service)
      await until(({ lastSuccess }) => lastSuccess !== null)
      assert.deepEqual(receiver.ids(), [data.cursor + 4])
    })
  })
}

/** Time limits of webhooks, tests of receivers, and what other instances do. */

import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { refusalsOf } from '../support/cart/cart.ts'
import { engines } from '../support/database/engines.ts'
import { eventsAfter } from '../support/events/events.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { type Receiver, startReceiver } from '../support/webhooks/receiver.ts'
import {
  callWebhooks,
  createCustomer,
  QUICK,
  readWebhook,
  saveWebhook,
  untilWebhook,
} from '../support/webhooks/webhooks.ts'

/** The result of a test. */
interface Tested {
  data: { status: number | null; error: string | null; ms: number }
}

for (const engine of engines) {
  describe(`webhooks with short limits on ${engine}`, () => {
    let service: TestService
    let receiver: Receiver
    before(async () => {
      service = await startService(engine, {
        ...QUICK,
        // An attempt that a busy machine keeps waiting is no failure.
        WEBHOOK_TIMEOUT_SECONDS: '30',
        WEBHOOK_DISABLE_AFTER_HOURS: '0.0003',
        WEBHOOK_SECRET_OVERLAP_HOURS: '0',
      })
    })
    after(() => service.stop())
    beforeEach(async () => {
      receiver = await startReceiver()
    })
    afterEach(async () => {
      await callWebhooks(service, 'DELETE', '/erp')
      await receiver.stop()
    })
    const save = (body: object = {}) => saveWebhook(service, 'erp', { url: receiver.url, ...body })
    const test = async (instance = service) => {
      const answer = await callWebhooks(instance, 'POST', '/erp/test')
      return { ...answer, json: answer.json as unknown as Tested }
    }

    it('are disabled where the receiver has failed for too long, and keep their place', async () => {
      receiver.respond(500)
      const { data } = await save()
      await createCustomer(service)
      const disabled = await untilWebhook(service, 'erp', ({ state }) => state === 'disabled')
      assert.deepEqual(
        [disabled.disabledReason, disabled.active, disabled.cursor, disabled.pending, disabled.nextAttemptAt],
        ['failing', true, data.cursor, 1, null],
      )
      assert.ok(disabled.failingSince)
      const lines = service.log.map(line => JSON.parse(line)).filter(({ msg }) => msg === 'webhook disabled')
      assert.deepEqual(
        lines.map(({ webhook, reason }) => [webhook, reason]),
        [['erp', 'failing']],
      )
      receiver.respond(200)
      assert.equal((await save()).data.failingSince, null)
      await untilWebhook(service, 'erp', ({ pending, state }) => pending === 0 && state === 'ok')
    })

    it('are disabled at that time also where the next attempt would be later', async () => {
      receiver.respond((_, response) => {
        response.setHeader('Retry-After', '600')
        return 429
      })
      await save()
      await createCustomer(service)
      const { disabledReason } = await untilWebhook(service, 'erp', ({ state }) => state === 'disabled')
      assert.deepEqual([disabledReason, receiver.received.length], ['failing', 1])
    })

    it('end an attempt whose answer does not arrive, and one whose header arrives in drops', async () => {
      const impatient = await startService(engine, { ...QUICK, WEBHOOK_TIMEOUT_SECONDS: '1' })
      receiver.respond(() => undefined)
      await saveWebhook(impatient, 'erp', { url: receiver.url })
      await createCustomer(impatient)
      const silent = await untilWebhook(impatient, 'erp', ({ lastFailure }) => lastFailure !== null)
      assert.deepEqual([silent.lastFailure?.status, silent.lastFailure?.error], [null, 'timeout'])
      receiver.respond((_, response) => {
        response.socket?.write('HTTP/1.1 200 OK\r\nX-Slow: ')
        const timer = setInterval(() => response.socket?.write('x'), 50)
        response.on('close', () => clearInterval(timer))
        return undefined
      })
      const { json } = await test(impatient)
      assert.deepEqual([json.data.status, json.data.error], [null, 'timeout'])
      await impatient.stop()
    })

    it('tell by the header that an event was taken, whatever the body does', async () => {
      receiver.respond((_, response) => {
        response.writeHead(200)
        const timer = setInterval(() => response.write('x'.repeat(1_000_000)), 1)
        response.on('close', () => clearInterval(timer))
        return undefined
      })
      const { data } = await save()
      await createCustomer(service)
      await untilWebhook(service, 'erp', ({ cursor }) => cursor === data.cursor + 1)
      assert.equal(receiver.received.length, 1)
    })

    it('sign by a replaced secret no longer than the overlap', async () => {
      await save()
      const { json } = await callWebhooks(service, 'POST', '/erp/rotate-secret')
      await test()
      const { id, headers, text } = receiver.received[0] ?? assert.fail()
      const at = new Date(Number(headers['webhook-timestamp']) * 1000)
      assert.equal(headers['webhook-signature'], new Webhook(json.data.secret ?? '').sign(id, at, text))
    })

    it('are tested without a change, in any state', async () => {
      await save({ active: false })
      const { cursor } = await readWebhook(service, 'erp')
      await createCustomer(service)
      await eventsAfter(service)
      const began = Date.now()
      for (const status of [204, 301, 410, 500]) {
        const before = await readWebhook(service, 'erp')
        receiver.respond(status)
        const { json, status: answered } = await test()
        assert.deepEqual([answered, json.data.status, json.data.error], [200, status, null])
        assert.deepEqual(await readWebhook(service, 'erp'), before)
        assert.equal(before.pending, 1)
      }
      const [{ id, body, headers, text } = assert.fail(), ...others] = receiver.received
      assert.match(id, /^test_./)
      assert.equal(new Set([id, ...others.map(each => each.id)]).size, 4)
      const { timestamp, ...told } = body
      assert.deepEqual(told, { type: 'webhook.test', data: {}, id: null, actor: null, subject: null })
      assert.ok(Date.parse(timestamp) >= began && Date.parse(timestamp) <= Date.now())
      const { data } = (await callWebhooks(service, 'POST', '/erp/rotate-secret')).json
      assert.throws(() => new Webhook(data.secret ?? '').verify(text, headers as Record<string, string>))
      assert.equal((await readWebhook(service, 'erp')).cursor, cursor)
      await receiver.stop()
      const { json } = await test()
      assert.deepEqual([json.data.status, json.data.error], [null, 'connection'])
    })

    it('are tested one at a time', async () => {
      const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
      receiver.respond((_, response) => {
        void asked.then(() => response.writeHead(200).end())
        return undefined
      })
      await save({ active: false })
      const first = callWebhooks(service, 'POST', '/erp/test')
      try {
        await receiver.until(1)
        assert.deepEqual(refusalsOf(await callWebhooks(service, 'POST', '/erp/test')), ['409 test_running'])
      } finally {
        answer()
      }
      assert.equal(((await first).json as unknown as Tested).data.status, 200)
      receiver.respond(200)
      assert.equal((await test()).json.data.status, 200)
    })
  })

  describe(`webhooks of two instances on ${engine}`, () => {
    let service: TestService
    let receiver: Receiver
    before(async () => {
      service = await startService(engine, QUICK)
      receiver = await startReceiver()
    })
    after(async () => {
      await service.stop()
      await receiver.stop()
    })

    it('get each event once and in order, whichever instance took its request, and go on when one stops', async () => {
      const peers = [await service.startPeer(), await service.startPeer()]
      const { data } = await saveWebhook(service, 'erp', { url: receiver.url })
      const all = [service, ...peers]
      for (let n = 0; n < 12; n++) await createCustomer(all[n % 3] ?? service)
      await receiver.until(12)
      // One of them holds the lease, and one of the others takes over. What it has sent is saved: else it would be sent again.
      for (const peer of peers) {
        await untilWebhook(service, 'erp', ({ pending }) => pending === 0)
        await peer.stop()
        await createCustomer(service)
      }
      await receiver.until(14)
      await untilWebhook(service, 'erp', ({ pending }) => pending === 0)
      assert.deepEqual(
        receiver.ids(),
        Array.from({ length: 14 }, (_, n) => data.cursor + 1 + n),
      )
    })

    it('count no outcome of an instance that has lost its lease', async () => {
      const { promise: taken, resolve: go } = Promise.withResolvers<void>()
      const before = receiver.received.length
      receiver.respond((_, response) => {
        void taken.then(() => response.writeHead(200).end())
        return undefined
      })
      await createCustomer(service)
      await receiver.until(before + 1)
      const lease = service.database.kysely.updateTable('webhook_lease')
      await lease.set({ owner: 'another', expires_at: Date.now() + 60_000 }).execute()
      go()
      receiver.respond(200)
      const [{ id: last } = assert.fail()] = (await eventsAfter(service)).slice(-1)
      await sleep(500)
      assert.equal((await readWebhook(service, 'erp')).cursor, last - 1)
      await lease.set({ expires_at: 0 }).execute()
      await untilWebhook(service, 'erp', ({ cursor }) => cursor === last)
      assert.deepEqual(receiver.ids().slice(before), [last, last])
    })
  })
}

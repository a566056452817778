/** Metrics of webhooks, and the command that lists them. */

import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { listWebhooks } from '../../src/cli/webhooks.ts'
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

for (const engine of engines) {
  describe(`metrics of webhooks on ${engine}`, () => {
    let service: TestService
    let receiver: Receiver
    before(async () => {
      service = await startService(engine, QUICK)
      receiver = await startReceiver()
      receiver.respond(({ path }) => (path === '/events/gone' ? 410 : 204))
      await saveWebhook(service, 'erp', { url: receiver.url })
      await saveWebhook(service, 'gone', { url: `${receiver.url}/gone` })
      await saveWebhook(service, 'off', { url: receiver.url, active: false, types: ['customer.created'] })
      await createCustomer(service)
      await createCustomer(service)
      await eventsAfter(service)
      await untilWebhook(service, 'gone', ({ state }) => state === 'disabled')
      await untilWebhook(service, 'erp', ({ pending }) => pending === 0)
      await service.database.kysely.updateTable('webhooks').set({ lost: 3 }).where('name', '=', 'off').execute()
    })
    after(async () => {
      await service.stop()
      await receiver.stop()
    })
    /** Reads the metrics, again while the database has not answered within the time of the gauges: there are no series then. */
    const read = async (from: TestService): Promise<Record<string, string>> => {
      const { text: metrics } = await from.call('GET', '/metrics')
      const lines = metrics.split('\n').filter(line => /^sepet_webhook_.*\{/.test(line))
      const series = Object.fromEntries(lines.map(line => line.split(/ (?=[\d.e+-]+$)/))) as Record<string, string>
      return 'sepet_webhook_pending_events{webhook="erp"}' in series ? series : read(from)
    }
    const list = async (json: boolean) => {
      const output = new PassThrough()
      const written = text(output)
      await listWebhooks(service.database, { json }, output)
      output.end()
      return (await written).trim().split('\n')
    }

    it('tell what is pending, how old it is, and what is disabled and lost, on every instance', async () => {
      const peer = await service.startPeer()
      for (const from of [service, peer]) {
        const metrics = await read(from)
        for (const [name, pending, disabled, lost] of [
          ['erp', '0', '0', '0'],
          ['gone', '2', '1', '0'],
          ['off', '2', '0', '3'],
        ] as const) {
          const of = (metric: string) => metrics[`sepet_webhook_${metric}{webhook="${name}"}`]
          assert.deepEqual([of('pending_events'), of('disabled'), of('lost_events')], [pending, disabled, lost], name)
          assert.equal(Number(of('lag_seconds')) > 0, pending !== '0')
        }
      }
      await peer.stop()
    })

    it('count attempts by their outcome', async () => {
      const metrics = await read(service)
      const of = (webhook: string, outcome: string) =>
        metrics[`sepet_webhook_deliveries_total{webhook="${webhook}",outcome="${outcome}"}`]
      assert.deepEqual([of('erp', 'delivered'), of('gone', 'rejected'), of('off', 'delivered')], ['2', '1', undefined])
    })

    it('are listed by the command, without a secret, as text and as the records of the API', async () => {
      const lines = await list(false)
      assert.deepEqual(
        lines.map(line => line.split('  ').slice(0, 3)),
        [
          ['erp', 'ok', '0 pending'],
          ['gone', 'disabled (gone)', '2 pending'],
          ['off', 'disabled (switched_off)', '2 pending'],
        ],
      )
      assert.match(lines[1] ?? '', / {2}last: 410 {2}/)
      assert.match(lines[2] ?? '', / {2}3 events lost {2}/)
      const records = (await list(true)).map(line => JSON.parse(line))
      assert.deepEqual(records[1], await readWebhook(service, 'gone'))
    })

    it('end with the webhook', async () => {
      await callWebhooks(service, 'DELETE', '/gone')
      const peer = await service.startPeer()
      const names = Object.keys(await read(peer)).filter(name => name.includes('"gone"'))
      await peer.stop()
      assert.deepEqual(names, [])
    })
  })
}

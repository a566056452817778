/** Deliveries of webhooks while processes are killed, stopped and halted: each event arrives, in order, from one process at a time. */

import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase, engines, type TestDatabase } from '../../support/database/engines.ts'
import { whileWebhookLocked } from '../../support/database/locks.ts'
import { type CallableProcess, serveCallable } from '../../support/service/callable-process.ts'
import type { Callable } from '../../support/service/service.ts'
import { type Receiver, startReceiver } from '../../support/webhooks/receiver.ts'
import { createCustomer, QUICK, readWebhook, saveWebhook, untilWebhook } from '../../support/webhooks/webhooks.ts'

for (const engine of engines) {
  describe(`deliveries of webhooks by processes on ${engine}`, () => {
    let database: TestDatabase
    let receiver: Receiver
    const processes: CallableProcess[] = []
    beforeEach(async () => {
      database = await createDatabase(engine, { content: 'schema' })
      receiver = await startReceiver()
    })
    afterEach(async () => {
      for (const { kill, child } of processes.splice(0)) {
        child.kill('SIGCONT')
        await kill('SIGKILL')
      }
      await receiver.stop()
      await database.drop()
    })
    const serve = async (): Promise<CallableProcess> => {
      const process = await serveCallable({ ...database.env, ...QUICK })
      processes.push(process)
      return process
    }
    const delivers = ({ output }: CallableProcess) => output().includes('"msg":"webhook"')
    const save = async (service: Callable) =>
      (await saveWebhook(service, 'erp', { url: receiver.url, active: true })).data.cursor
    const idsAfter = (cursor: number, count: number) => Array.from({ length: count }, (_, n) => cursor + 1 + n)

    it('go on after kill -9 of the process that delivers', async () => {
      const first = await serve()
      const cursor = await save(first)
      await createCustomer(first)
      await receiver.until(1)
      await untilWebhook(first, 'erp', ({ pending }) => pending === 0)
      // The embedded database has one process: the same one is started again.
      const second = engine === 'postgres' ? await serve() : undefined
      await first.kill('SIGKILL')
      const other = second ?? (await serve())
      await createCustomer(other)
      await receiver.until(2)
      assert.deepEqual(receiver.ids(), idsAfter(cursor, 2))
    })

    it('are handed over by SIGTERM, and an attempt that it cuts is no failure', async () => {
      const first = await serve()
      const cursor = await save(first)
      // Delivered by the first process, which holds the lease then.
      await createCustomer(first)
      await untilWebhook(first, 'erp', ({ cursor: at, pending }) => at > cursor && pending === 0)
      const second = engine === 'postgres' ? await serve() : undefined
      receiver.respond(() => undefined)
      await createCustomer(first)
      await receiver.until(2)
      const exited = first.kill('SIGTERM')
      receiver.respond(200)
      if (!second) assert.equal(await exited, 0)
      const other = second ?? (await serve())
      await receiver.until(3)
      assert.equal(await exited, 0)
      const { lastFailure, state } = await untilWebhook(other, 'erp', ({ pending }) => pending === 0)
      assert.deepEqual([lastFailure, state], [null, 'ok'])
      assert.deepEqual(receiver.ids(), [cursor + 1, cursor + 2, cursor + 2])
    })

    it('go on while another process is halted within a write to the webhook', {
      skip: engine === 'sqlite' ? 'one process' : false,
    }, async () => {
      const first = await serve()
      const cursor = await save(first)
      const second = await serve()
      let saving: Promise<unknown> = Promise.resolve()
      await whileWebhookLocked(database.env.DATABASE_URL ?? '', 'erp', {
        write: () => (saving = saveWebhook(second, 'erp', { url: receiver.url }).catch(() => {})),
        afterwards: () => second.child.kill('SIGSTOP'),
      })
      await createCustomer(first)
      await receiver.until(1)
      assert.deepEqual(receiver.ids(), idsAfter(cursor, 1))
      second.child.kill('SIGCONT')
      await saving
    })

    it('of a process that was halted for longer than its lease are not sent by it any more', {
      skip: engine === 'sqlite' ? 'one process' : false,
    }, async () => {
      const first = await serve()
      const cursor = await save(first)
      await createCustomer(first)
      await untilWebhook(first, 'erp', ({ cursor: at }) => at > cursor)
      const second = await serve()
      // Its line of the first delivery is read before it is halted, and is none of those that it writes later.
      while (!delivers(first)) await sleep(10)
      first.child.kill('SIGSTOP')
      await createCustomer(second)
      await receiver.until(2)
      first.child.kill('SIGCONT')
      const lines = first.output().length
      for (let n = 0; n < 5; n++) await createCustomer(n % 2 ? first : second)
      await receiver.until(7)
      assert.deepEqual(receiver.ids(), idsAfter(cursor, 7))
      assert.ok(!first.output().slice(lines).includes('"msg":"webhook"'))
      assert.equal((await readWebhook(first, 'erp')).lastFailure, null)
    })
  })
}

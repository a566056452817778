/** Deliveries of webhooks while processes are killed, stopped and halted: each event arrives, in order, from one process at a time. */

import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { mintToken } from '../../../src/cli/token.ts'
import { readConfig } from '../../../src/config/config.ts'
import { createDatabase, engines, type TestDatabase } from '../../support/database/engines.ts'
import { type ServingProcess, serveProcess } from '../../support/service/process.ts'
import { callAt } from '../../support/service/service.ts'
import { type Receiver, startReceiver } from '../../support/webhooks/receiver.ts'
import {
  type Callable,
  createCustomer,
  QUICK,
  readWebhook,
  saveWebhook,
  untilWebhook,
} from '../../support/webhooks/webhooks.ts'

/** The time in which another process takes over from a killed one. */
const TAKEOVER_MS = 30_000

for (const engine of engines) {
  describe(`deliveries of webhooks by processes on ${engine}`, () => {
    let database: TestDatabase
    let receiver: Receiver
    const processes: ServingProcess[] = []
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
    const env = () => ({ ...database.env, ...QUICK, ACCESS_TOKEN_SECRET: 'k'.repeat(32), LOG_LEVEL: 'info' })
    const serve = async (): Promise<ServingProcess & Callable> => {
      const process = await serveProcess(env(), ['--migrate'])
      processes.push(process)
      const token: Callable['token'] = (kind, options) =>
        mintToken(readConfig(env()), kind, { ttlSeconds: 600, ...options })
      return { ...process, call: callAt(process.url), token }
    }
    const delivers = ({ output }: ServingProcess) => output().includes('"msg":"webhook"')
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
      await receiver.until(2, TAKEOVER_MS)
      assert.deepEqual(receiver.ids(), idsAfter(cursor, 2))
    })

    it('are handed over by SIGTERM, and an attempt that it cuts is no failure', async () => {
      const first = await serve()
      const cursor = await save(first)
      receiver.respond(() => undefined)
      await createCustomer(first)
      await receiver.until(1)
      const second = engine === 'postgres' ? await serve() : undefined
      const exited = first.kill('SIGTERM')
      receiver.respond(200)
      if (!second) assert.equal(await exited, 0)
      const other = second ?? (await serve())
      await receiver.until(2)
      assert.equal(await exited, 0)
      const { lastFailure, state } = await untilWebhook(other, 'erp', ({ pending }) => pending === 0)
      assert.deepEqual([lastFailure, state], [null, 'ok'])
      assert.deepEqual(receiver.ids(), [cursor + 1, cursor + 1])
    })

    it('of a process that was halted for longer than its lease are not sent by it any more', {
      skip: engine === 'sqlite' ? 'one process' : false,
    }, async () => {
      const first = await serve()
      const cursor = await save(first)
      await createCustomer(first)
      await receiver.until(1)
      const second = await serve()
      assert.ok(delivers(first))
      first.child.kill('SIGSTOP')
      await createCustomer(second)
      await receiver.until(2, TAKEOVER_MS)
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

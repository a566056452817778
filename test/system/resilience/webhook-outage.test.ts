/** Receivers that are away, lose answers or get messages of a restored backup: books by the webhook's id have every order exactly once. */

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { addItem } from '../../support/cart/cart.ts'
import { complete, hold } from '../../support/checkouts/orders.ts'
import { createDatabase, engines, type TestDatabase } from '../../support/database/engines.ts'
import { ids } from '../../support/import/shop-file.ts'
import { makeAuthority } from '../../support/outgoing/certificates.ts'
import { type CallableProcess, serveCallable } from '../../support/service/callable-process.ts'
import { runSepet } from '../../support/service/process.ts'
import type { Callable } from '../../support/service/service.ts'
import { freePort } from '../../support/service/test-server.ts'
import { type Receiver, startReceiver } from '../../support/webhooks/receiver.ts'
import { createCustomer, QUICK, readWebhook, saveWebhook, untilWebhook } from '../../support/webhooks/webhooks.ts'

const ORDERS = 12

for (const engine of engines) {
  describe(`books of orders, by webhooks on ${engine}`, () => {
    let database: TestDatabase
    let process: CallableProcess
    let receiver: Receiver | undefined
    const env = () => ({ ...database.env, ...QUICK, CART_RATE_LIMIT: '0' })
    beforeEach(async () => {
      database = await createDatabase(engine, { content: 'shop' })
      process = await serveCallable(env())
    })
    afterEach(async () => {
      await process.kill('SIGKILL')
      await receiver?.stop()
      await database.drop()
    })

    it('have every order once and in order after an outage of the ERP, a kill -9 and lost answers', async () => {
      const port = await freePort()
      const away = await startReceiver(port)
      await away.stop()
      await saveWebhook(process, 'erp', { url: away.url, types: ['checkout.completed'] })
      for (let n = 1; n <= ORDERS / 2; n++) await order(process, `S-${n}`)
      await untilWebhook(process, 'erp', ({ lastFailure }) => lastFailure?.error === 'connection')
      await process.kill('SIGKILL')
      process = await serveCallable(env())
      for (let n = ORDERS / 2 + 1; n <= ORDERS; n++) await order(process, `S-${n}`)

      receiver = await startReceiver(port)
      const books = new Map<string, string>()
      receiver.respond(({ id, body }, response) => {
        const isFirst = !books.has(id)
        books.set(id, (body.data as { reference: string }).reference)
        // Every second answer is lost after the order was booked.
        if (!isFirst || books.size % 2 === 0) return 204
        response.destroy()
        return undefined
      })
      await receiver.until(ORDERS)
      await untilWebhook(process, 'erp', ({ pending }) => pending === 0)

      assert.deepEqual(
        [...books.values()],
        Array.from({ length: ORDERS }, (_, n) => `S-${n + 1}`),
      )
      assert.ok(receiver.received.length > ORDERS)
      assert.equal((await readWebhook(process, 'erp')).lost, 0)
    })
  })
}

describe('a message', () => {
  let database: TestDatabase
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'sepet-webhooks-'))
  })
  beforeEach(async () => {
    database = await createDatabase('sqlite', { content: 'schema' })
  })
  afterEach(() => database.drop())
  after(() => rmSync(folder, { recursive: true }))

  it('of a restored backup has the id of the earlier message where it is the same event, and another one where only its number is', async () => {
    const receiver = await startReceiver()
    const first = await serveCallable({ ...database.env, ...QUICK })
    await saveWebhook(first, 'erp', { url: receiver.url })
    await createCustomer(first)
    const [kept] = await receiver.until(1)
    // What a receiver answers while the backup is made is not in it.
    receiver.respond(503)
    await createCustomer(first)
    await receiver.until(2)
    const backup = join(folder, 'backup.sqlite')
    assert.equal(
      (await runSepet(['backup', backup], { ...database.env, ACCESS_TOKEN_SECRET: 'k'.repeat(32) })).status,
      0,
    )
    receiver.respond(204)
    await untilWebhook(first, 'erp', ({ pending }) => pending === 0)
    await createCustomer(first)
    await untilWebhook(first, 'erp', ({ pending }) => pending === 0)
    const sent = receiver.received.slice(1)
    const lost = sent.at(-1) ?? assert.fail()
    await first.kill('SIGTERM')

    const DATA_DIR = join(folder, 'restored')
    assert.equal((await runSepet(['restore', backup], { DATA_DIR, ACCESS_TOKEN_SECRET: 'k'.repeat(32) })).status, 0)
    const before = receiver.received.length
    const second = await serveCallable({ DATA_DIR, ...QUICK })
    await createCustomer(second)
    const [again, other] = (await receiver.until(before + 2)).slice(before)
    await second.kill('SIGTERM')
    await receiver.stop()

    assert.equal(again?.id, sent[0]?.id)
    assert.notEqual(again?.id, kept?.id)
    assert.equal(other?.body.id, lost.body.id)
    assert.notEqual(other?.id, lost.id)
  })

  it('arrives over https where the certificate is of a trusted authority, and is not sent to another one', async () => {
    const trusted = makeAuthority('Test authority')
    const certificates = { trusted, foreign: makeAuthority('Unknown authority') }
    const file = join(folder, 'authority.pem')
    writeFileSync(file, trusted.cert)
    const process = await serveCallable({ ...database.env, ...QUICK, NODE_EXTRA_CA_CERTS: file })
    const received: string[] = []
    const servers = await Promise.all(
      Object.entries(certificates).map(async ([name, authority]) => {
        const server = createTlsServer(authority.issue({ names: ['localhost'] }), (_, response) => {
          received.push(name)
          response.writeHead(204).end()
        })
        await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
        const { port } = server.address() as AddressInfo
        await saveWebhook(process, name, { url: `https://localhost:${port}/` })
        return server
      }),
    )
    await createCustomer(process)
    await untilWebhook(process, 'trusted', ({ lastSuccess }) => lastSuccess?.status === 204)
    await untilWebhook(process, 'foreign', ({ lastFailure }) => lastFailure?.error === 'tls')
    assert.deepEqual(received, ['trusted'])
    await process.kill('SIGTERM')
    for (const server of servers) server.close()
  })
})

/** Places an order of a new guest. */
async function order(service: Callable, reference: string): Promise<void> {
  const token = await service.token('guest')
  await addItem(service, token, ids.taxFree)
  assert.equal((await hold(service, reference, token)).status, 201)
  assert.equal((await complete(service, reference)).status, 200)
}

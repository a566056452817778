/** Imports over HTTP that meet others or are cut: one at a time per shop, and none of a client that hangs up. */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { IMPORTS } from '../../../src/api-paths.ts'
import { removeStaleSpools, spoolFolder } from '../../../src/import/input/spool.ts'
import { createLeaseHolder } from '../../../src/import/lease-holder.ts'
import { refusalsOf } from '../../support/cart/cart.ts'
import { engines } from '../../support/database/engines.ts'
import { sendRaw } from '../../support/http/raw-http.ts'
import {
  beginUpload,
  importOver,
  importProcesses,
  type Refused,
  sendUpload,
  spoolFiles,
} from '../../support/import/http-imports.ts'
import { product } from '../../support/import/shop-file.ts'
import { serveProcess } from '../../support/service/process.ts'
import { type Answer, startService, type TestService } from '../../support/service/service.ts'
import { until } from '../../support/until.ts'

/** The beginning of a shop file that no other file has. */
const beginning = () => `{"${randomUUID()}":1,"shop":{"name":"Baska"},"products":[`
/** Products whose import takes long enough to be met. */
const MANY = Array.from({ length: 3_000 }, (_, n) => product({ id: 50_000 + n, name: 'Urun' }))

for (const engine of engines) {
  describe(`imports over HTTP on ${engine}`, () => {
    let service: TestService
    before(async () => {
      // Ten minutes for a body: here a body waits for the progress of others, however slow the machine is.
      service = await startService(engine, { IMPORT_BODY_LIMIT_MB: '60' })
    })
    after(() => service.stop())

    const shopName = async () => {
      const { document } = await service.database.kysely.selectFrom('shop').select('document').executeTakeFirstOrThrow()
      return (JSON.parse(document) as { name: string }).name
    }
    /** Waits until an import is possible, and imports nothing. */
    const untilFree = () => until(async () => (await importOver(service, {})).status === 200)
    /** Imports a large file, and sends a signal to the process of the import; again where that was too late. @returns the answer */
    const importSignalled = async (at: TestService, signal: NodeJS.Signals): Promise<Answer> => {
      let isAnswered = false
      const importing = importOver(at, { shop: { name: 'Baska' }, products: MANY }).finally(() => {
        isAnswered = true
      })
      await until(() => isAnswered || importProcesses().some(id => isSent(id, signal)))
      const answer = await importing
      if (answer.status !== 200) return answer
      await service.importShop({ shop: { name: 'Deneme' } })
      return importSignalled(at, signal)
    }

    for (const length of [1_000, 'chunked'] as const) {
      it(`of a client that hangs up within its body (${length}) import nothing and leave no file`, async () => {
        const part = beginning()
        const { socket, closed } = await beginUpload(service, `${part}]}`, length)
        socket.resetAndDestroy()
        await closed
        await untilFree()
        assert.deepEqual([await shopName(), spoolFiles(service, part)], ['Deneme', []])
      })
    }

    // Proves: cut-import
    it('of a client that ends its side before the promised length import nothing', async () => {
      const part = beginning()
      const { socket, closed } = await beginUpload(service, `${part}]}`, 1_000)
      assert.deepEqual(
        spoolFiles(service, part).map(path => statSync(path).mode & 0o777),
        [0o600],
      )
      socket.end()
      await closed
      await untilFree()
      assert.deepEqual([await shopName(), spoolFiles(service, part)], ['Deneme', []])
    })

    // Proves: endless-import
    it('get 408 when their body is not there within 10 s for each MB of the limit', async t => {
      const peer = await service.startPeer({ IMPORT_BODY_LIMIT_MB: '4' })
      t.mock.timers.enable({ apis: ['setTimeout'] })
      const { heard, closed } = await beginUpload(peer, beginning())
      t.mock.timers.tick(39_999)
      assert.equal((await peer.call('GET', '/health/live')).status, 200)
      assert.equal(heard(), '')
      t.mock.timers.tick(1)
      while (!heard().includes('request_timeout')) await new Promise(setImmediate)
      t.mock.timers.reset()
      await closed
      await untilFree()
      await peer.stop()
    })

    it('of a client that hangs up before the answer are ended, and import everything or nothing', async () => {
      const body = JSON.stringify({ products: MANY })
      const { socket, heard, closed } = await beginUpload(service, body.slice(0, -1), body.length)
      socket.write(body.slice(-1))
      await until(() => importProcesses().length > 0 || heard() !== '')
      socket.resetAndDestroy()
      await closed
      await until(() => importProcesses().length === 0)
      await untilFree()
      const rows = await service.database.kysely.selectFrom('products').select('id').where('id', '>=', 50_000).execute()
      assert.ok([0, 3_000].includes(rows.length), `${rows.length} products`)
    })

    // Proves: endless-import
    it('are answered 409 while another is being received, by every instance and before their body is read', async () => {
      const peer = await service.startPeer()
      const part = beginning()
      const { socket, heard, closed } = await beginUpload(service, part, part.length + 2)
      const token = await service.token('admin', { scope: 'catalogue:write' })
      for (const instance of [service, peer]) {
        const refused = await importOver(instance, { products: [product({ id: 1 })] })
        assert.deepEqual(refusalsOf(refused), ['409 import_running'])
        assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
      }
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'text/csv', 'Content-Length': '500' }
      const { status } = await sendRaw(peer.url, { method: 'POST', path: IMPORTS, headers })
      assert.equal(status, 409, 'with nothing but the head')
      socket.write(']}')
      await until(() => heard().includes('\r\n\r\n{'))
      assert.match(heard(), /^HTTP\/1\.1 200 /)
      socket.destroy()
      await closed
      await untilFree()
      assert.equal(await shopName(), 'Baska')
      await service.importShop({ shop: { name: 'Deneme' } })
      await peer.stop()
    })

    it('have one winner when they arrive at once, and the others are answered 409', async () => {
      const uploads = await Promise.all(Array.from({ length: 5 }, () => sendUpload(service, '{', 2)))
      const refused = () => uploads.filter(({ heard }) => heard().startsWith('HTTP/1.1 409 '))
      await until(() => refused().length === 4)
      const [winner = assert.fail()] = uploads.filter(each => !refused().includes(each))
      assert.equal(winner.heard(), '')
      winner.socket.write('}')
      await until(() => winner.heard().includes('\r\n\r\n{'))
      assert.match(winner.heard(), /^HTTP\/1\.1 200 /)
      for (const { socket } of uploads) socket.destroy()
      await Promise.all(uploads.map(({ closed }) => closed))
      await untilFree()
    })

    it('are possible again at once when the process of an import was killed, which is answered 503', async () => {
      const answer = await importSignalled(service, 'SIGKILL')
      assert.deepEqual(refusalsOf(answer), ['503 unavailable'])
      assert.match((answer.json as Refused).errors[0]?.detail ?? '', /^The import ended before its result was known\./)
      assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
      const logged = service.log.map(line => JSON.parse(line) as { err?: { cause?: object } })
      assert.deepEqual(
        logged.flatMap(({ err }) => err?.cause ?? []),
        [{ type: 'ImportLost', code: 'SIGKILL' }],
      )
      await untilFree()
    })

    // Proves: endless-import
    it('are ended by their time limit, which is answered 413, and others are possible again', async () => {
      const peer = await service.startPeer({ IMPORT_TIME_LIMIT_SECONDS: '1' })
      const answer = await importSignalled(peer, 'SIGSTOP')
      assert.deepEqual(refusalsOf(answer), ['413 payload_too_large'])
      assert.match((answer.json as Refused).errors[0]?.detail ?? '', /took longer than it may/)
      await until(() => importProcesses().length === 0)
      await untilFree()
      assert.equal(await shopName(), 'Deneme')
      await peer.stop()
    })

    // Proves: cut-import
    it('are possible again when the lease of a killed server has ended, and its file is removed', async () => {
      const { DATA_DIR, DATABASE_URL, ACCESS_TOKEN_SECRET } = service.config
      const serving = await serveProcess({ DATA_DIR, DATABASE_URL, ACCESS_TOKEN_SECRET, LOG_LEVEL: 'silent' })
      const part = beginning()
      const { closed } = await beginUpload({ ...service, url: serving.url }, part, 1_000)
      await serving.kill('SIGKILL')
      await closed
      const lease = service.database.kysely.updateTable('import_lease')
      // As if it had been renewed just now, however long the end of the server took.
      await lease.set({ expires_at: Date.now() + 600_000 }).execute()
      assert.deepEqual(refusalsOf(await importOver(service, {})), ['409 import_running'])
      const [left = ''] = spoolFiles(service, part)
      // As if a minute had passed.
      utimesSync(left, 0, 0)
      await lease.set({ expires_at: Date.now() - 1 }).execute()
      assert.equal((await importOver(service, {})).status, 200)
      assert.deepEqual(spoolFiles(service, part), [])
    })

    it('are answered 409 while the command line imports, which does not wait for a lease', async () => {
      const hold = createLeaseHolder(service.database, { newId: randomUUID, now: Date.now })
      const lease = await hold()
      assert.ok(lease)
      assert.deepEqual(refusalsOf(await importOver(service, {})), ['409 import_running'])
      assert.equal(await createLeaseHolder(service.database, { newId: randomUUID, now: Date.now })(), undefined)
      await service.importShop({ products: [product({ id: 3 })] })
      await lease.release()
      assert.equal((await importOver(service, {})).status, 200)
    })

    it('keep the files of imports that are still running, and files that are not theirs', async () => {
      const folder = spoolFolder(service.config)
      const names = [
        `sepet-spool-${randomUUID()}.csv`,
        `sepet-spool-${randomUUID()}.csv`,
        `sepet-x-${randomUUID()}.csv`,
      ]
      const [fresh = '', stale = '', foreign = ''] = names.map(name => join(folder, name))
      for (const path of [fresh, stale, foreign]) writeFileSync(path, path)
      for (const path of [stale, foreign]) utimesSync(path, 0, 0)
      await removeStaleSpools(folder)
      assert.equal(spoolFiles(service, fresh).length, 1)
      assert.equal(spoolFiles(service, stale).length, 0)
      utimesSync(fresh, 0, 0)
      await removeStaleSpools(folder)
      assert.equal(spoolFiles(service, fresh).length, 0)
    })
  })
}

/** Sends a signal. @returns false where the process has ended */
function isSent(id: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(id, signal)
  } catch {
    return false
  }
}

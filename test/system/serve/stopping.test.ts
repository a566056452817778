/** Stopping the process: with a delay on SIGTERM, without it on SIGINT, and at once on the second signal. */

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { STOREFRONT } from '../../../src/api-paths.ts'

import { createDatabase, type TestDatabase } from '../../support/database/engines.ts'
import { openConnection } from '../../support/http/kept-alive.ts'
import { type RawAnswer, sendRaw } from '../../support/http/raw-http.ts'
import { connectSlowly } from '../../support/http/slow-client.ts'
import { untilAnswered } from '../../support/ops/balancer.ts'
import { runSepet, serveProcess } from '../../support/service/process.ts'

/** Longer than the time limit of a test: a test that waits for the delay fails. */
const LONG_DELAY = '300'
const LIVE = 'GET /health/live HTTP/1.1\r\nHost: shop\r\n\r\n'

describe('stopping the process', () => {
  let database: TestDatabase
  before(async () => {
    database = await createDatabase('sqlite')
  })
  after(() => database.drop())
  const serve = (SHUTDOWN_DELAY_SECONDS: string) =>
    serveProcess({ ...database.env, LOG_LEVEL: 'silent', SHUTDOWN_DELAY_SECONDS })

  it('SIGTERM fails readiness and closes each connection after its response; a second signal ends the process with 1', async () => {
    const { url, kill, child } = await serve(LONG_DELAY)
    const exited = kill('SIGTERM')
    await untilAnswered(`${url}/health/ready`, status => status === 503)
    const live = await fetch(`${url}/health/live`)
    assert.deepEqual([live.status, live.headers.get('connection')], [200, 'close'])
    child.kill('SIGTERM')
    assert.equal(await exited, 1)
  })

  it('SIGTERM ends the process with 0 after the delay', async () => {
    const { url, kill } = await serve('1')
    assert.equal(await kill('SIGTERM'), 0)
    await assert.rejects(fetch(`${url}/health/live`))
  })

  it('SIGINT ends the process with 0 without the delay', async () => {
    const { kill } = await serve(LONG_DELAY)
    assert.equal(await kill('SIGINT'), 0)
  })

  it('a request under way is answered, and its connection is closed after the response', async () => {
    let answer = await stopDuringAdd()
    // A write waits for the lock for five seconds, which the test may have held for longer on a busy machine.
    while (answer.status === 503) answer = await stopDuringAdd()
    assert.deepEqual([answer.status, answer.headers.connection], [201, 'close'])
  })

  /** Stops a server while an add waits for another process. @returns the answer to the add */
  async function stopDuringAdd(): Promise<RawAnswer> {
    const { url, kill, child } = await serve(LONG_DELAY)
    const token = (await runSepet(['token', 'guest'], database.env)).stdout.trim()
    const other = new DatabaseSync(join(database.env.DATA_DIR, 'sepet.sqlite'))
    other.exec('begin immediate')
    const add = {
      method: 'POST',
      path: `${STOREFRONT}/cart-items`,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', Connection: 'keep-alive' },
      body: Buffer.from(JSON.stringify({ productId: 108, quantity: 1 })),
    }
    const sent = Promise.withResolvers<void>()
    const adding = sendRaw(url, add, sent.resolve)
    await sent.promise
    // The response shows that earlier input was read, too.
    await fetch(`${url}/health/live`)
    const exited = kill('SIGINT')
    await untilAnswered(url, status => status === 0)
    const isUnderWay = child.exitCode === null
    other.exec('rollback')
    other.close()
    const answer = await adding
    assert.ok(isUnderWay || answer.status === 503)
    assert.equal(await exited, 0)
    return answer
  }

  it('requests that arrive while the process is busy are answered, on new connections and on idle ones', async () => {
    const { url, kill, child } = await serve(LONG_DELAY)
    const idle = await Promise.all(Array.from({ length: 5 }, () => openConnection(url)))
    for (const { ask } of idle) assert.equal(await ask(LIVE), 200)
    child.kill('SIGSTOP')
    const fresh = await Promise.all(Array.from({ length: 30 }, () => openConnection(url)))
    const statuses = [...fresh, ...idle].map(({ ask }) => ask(LIVE))
    const exited = kill('SIGINT')
    child.kill('SIGCONT')
    assert.deepEqual(new Set(await Promise.all(statuses)), new Set([200]))
    assert.equal(await exited, 0)
  })

  it('a client that never finishes its request does not delay the end', async () => {
    const { url, kill } = await serve('0')
    const slow = await connectSlowly(url, {
      first: 'GET / HTTP/1.1\r\nHost: shop\r\nX-Slow: ',
      drip: 'a',
      everyMs: 100,
    })
    assert.equal(await kill('SIGTERM'), 0)
    await slow.gone
  })
})

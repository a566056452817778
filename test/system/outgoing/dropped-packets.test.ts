/** Addresses of outgoing requests whose packets are dropped: neither accepted nor refused. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { blackHole } from '../../support/database/black-hole.ts'
import { networkOf, outgoingTo, type Receiver, startReceiver } from '../../support/outgoing/receiver.ts'

describe('an address whose packets are dropped', () => {
  const names = { 'dropped.test': ['127.0.0.1'], 'receiver.test': ['127.0.0.1', '127.0.0.2'] }
  const outgoing = outgoingTo(names, { allowedNetworks: [networkOf('127.0.0.0/30')] })
  let receiver: Receiver
  let free: () => Promise<void>
  before(async () => {
    const answer = { host: '127.0.0.2' }
    receiver = await startReceiver(socket => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'), answer)
    free = await blackHole(receiver.port)
  })
  after(async () => {
    await free()
    await receiver.stop()
  })

  it('is the timeout error where it is the only one', async () => {
    const url = `http://dropped.test:${receiver.port}/`
    assert.deepEqual(await outgoing.send({ method: 'GET', url, timeoutMs: 200 }), { error: 'timeout' })
  })

  it('is left for the next one', async () => {
    const outcome = await outgoing.send({
      method: 'GET',
      url: `http://receiver.test:${receiver.port}/`,
      // The first address is tried for a third of it; the rest is for a busy machine.
      timeoutMs: 18_000,
    })
    assert.ok('status' in outcome, JSON.stringify(outcome))
    assert.equal(outcome.status, 200)
  })

  it('is left at once when the signal is aborted', async () => {
    const url = `http://dropped.test:${receiver.port}/`
    const signal = AbortSignal.timeout(50)
    assert.deepEqual(await outgoing.send({ method: 'GET', url, timeoutMs: 60_000, signal }), { error: 'aborted' })
  })
})

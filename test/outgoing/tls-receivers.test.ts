/** Outgoing requests by https: certificates are verified for the name of the URL, whatever its address. */

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import type { Outcome } from '../../src/outgoing/outgoing.ts'
import { type Certificate, makeAuthority } from '../support/outgoing/certificates.ts'
import { outgoingTo, type Receiver, startReceiver } from '../support/outgoing/receiver.ts'

const AMPLE = 30_000
const SHORT = 150
const authority = makeAuthority('Test authority')
const stranger = makeAuthority('Unknown authority')
const outgoing = outgoingTo(
  { 'receiver.test': ['127.0.0.1'], 'receiver.test.': ['127.0.0.1'], 'other.test': ['127.0.0.1'] },
  { allowHttp: false },
)

describe('an outgoing request by https', () => {
  const defaults = getCACertificates('default')
  let receiver: Receiver | undefined
  let names: (string | false | null)[] = []
  before(() => setDefaultCACertificates([...defaults, authority.cert]))
  after(() => setDefaultCACertificates(defaults))
  afterEach(async () => {
    await receiver?.closed()
    await receiver?.stop()
    receiver = undefined
  })

  async function ask(certificate: Certificate, host = 'receiver.test'): Promise<Outcome> {
    names = []
    receiver = await startReceiver(
      socket => {
        names.push((socket as TLSSocket).servername)
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
      },
      { certificate },
    )
    return outgoing.send({ method: 'GET', url: `https://${host}:${receiver.port}/`, timeoutMs: AMPLE })
  }
  const rejected: Record<string, [certificate: Certificate, host?: string]> = {
    'of an unknown authority': [stranger.issue({ names: ['receiver.test'] })],
    'for another name': [authority.issue({ names: ['receiver.test'] }), 'other.test'],
    'for no name': [authority.issue({ names: [] })],
    'that has expired': [authority.issue({ names: ['receiver.test'], until: new Date(Date.now() - 60_000) })],
    'without the address, for an address': [authority.issue({ names: ['receiver.test', '127.0.0.1'] }), '127.0.0.1'],
  }

  for (const [name, [certificate, host]] of Object.entries(rejected)) {
    it(`rejects a certificate ${name}, before anything is sent`, async () => {
      assert.deepEqual(await ask(certificate, host), { error: 'tls' })
      assert.deepEqual(receiver?.received.join(''), '')
    })
  }

  it('rejects certificates also where NODE_TLS_REJECT_UNAUTHORIZED is 0', async () => {
    const value = process.env.NODE_TLS_REJECT_UNAUTHORIZED
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
    try {
      assert.deepEqual(await ask(stranger.issue({ names: ['receiver.test'] })), { error: 'tls' })
    } finally {
      if (value === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
      else process.env.NODE_TLS_REJECT_UNAUTHORIZED = value
    }
  })

  it('is the tls error where the receiver has no TLS', async () => {
    receiver = await startReceiver(() => {}, { onConnection: socket => socket.resume().end('HTTP/1.1 200 OK\r\n\r\n') })
    const url = `https://receiver.test:${receiver.port}/`
    assert.deepEqual(await outgoing.send({ method: 'GET', url, timeoutMs: AMPLE }), { error: 'tls' })
  })

  it('is the tls error where the receiver closes within the handshake', async () => {
    receiver = await startReceiver(() => {}, { onConnection: socket => socket.once('data', () => socket.destroy()) })
    const url = `https://receiver.test:${receiver.port}/`
    assert.deepEqual(await outgoing.send({ method: 'GET', url, timeoutMs: AMPLE }), { error: 'tls' })
  })

  it('is the timeout error where the handshake does not end', async () => {
    receiver = await startReceiver(() => {}, { onConnection: socket => socket.resume() })
    const url = `https://receiver.test:${receiver.port}/`
    assert.deepEqual(await outgoing.send({ method: 'GET', url, timeoutMs: SHORT }), { error: 'timeout' })
  })

  it('names the host in the handshake and in the request, with the certificate of that name', async () => {
    const certificate = authority.issue({ names: ['receiver.test'] })
    for (const host of ['receiver.test', 'receiver.test.', 'RECEIVER.test']) {
      const outcome = await ask(certificate, host)
      assert.ok('status' in outcome, `${host}: ${JSON.stringify(outcome)}`)
      assert.deepEqual([outcome.status, Buffer.from(outcome.body).toString(), outcome.bodyEnd], [200, 'ok', 'complete'])
      assert.deepEqual(names, ['receiver.test'])
      assert.match(receiver?.received[0] ?? '', new RegExp(`^host: ${host.toLowerCase()}:${receiver?.port}\r$`, 'm'))
      await receiver?.closed()
      await receiver?.stop()
    }
  })
})

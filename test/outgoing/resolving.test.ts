/** Names of outgoing requests: which of their addresses are connected to, in each request anew. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { systemResolver } from '../../src/outgoing/outgoing.ts'
import { networkOf, outgoingTo, type Receiver, startReceiver } from '../support/outgoing/receiver.ts'

/** Limit of requests that do not reach it, in milliseconds. */
const AMPLE = 10_000
const isRefused = { error: 'address' }

describe('the name of an outgoing request', () => {
  let receiver: Receiver
  /** Listens at the same port of an address that is not allowed. */
  let trap: Receiver
  before(async () => {
    receiver = await startReceiver(socket => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'))
    trap = await startReceiver(socket => socket.end('HTTP/1.1 200 OK\r\n\r\n'), {
      host: '127.0.0.2',
      port: receiver.port,
    })
  })
  after(async () => {
    assert.equal(trap.connections, 0)
    await receiver.stop()
    await trap.stop()
  })
  const urlOf = (host: string) => `http://${host}:${receiver.port}/`
  const get = (names: Parameters<typeof outgoingTo>[0], url = urlOf('receiver.test'), timeoutMs = AMPLE) =>
    outgoingTo(names).send({ method: 'GET', url, timeoutMs })
  const statusOf = async (outcome: ReturnType<typeof get>) => {
    const result = await outcome
    return 'status' in result ? result.status : result.error
  }

  it('is the dns error where it does not resolve, or has no addresses', async () => {
    assert.deepEqual(await get({}), { error: 'dns' })
    assert.deepEqual(await get({ 'receiver.test': [] }), { error: 'dns' })
    assert.deepEqual(await get({ 'receiver.test': () => Promise.reject(new Error('SERVFAIL')) }), { error: 'dns' })
    const throwing = () => {
      throw new Error('invalid')
    }
    assert.deepEqual(await get({ 'receiver.test': throwing }), { error: 'dns' })
  })

  it('is the timeout error where the resolver does not answer in time', async () => {
    assert.deepEqual(await get({ 'receiver.test': () => new Promise(() => {}) }, undefined, 20), { error: 'timeout' })
  })

  it('is refused where all of its addresses are', async () => {
    for (const addresses of [
      ['127.0.0.2'],
      ['10.0.0.1', '169.254.169.254', 'fe80::1', '::ffff:127.0.0.2'],
      ['fe80::1%lo'],
      ['nonsense'],
    ]) {
      assert.deepEqual(await get({ 'receiver.test': addresses }), isRefused, String(addresses))
    }
  })

  it('connects to the allowed addresses only, in any order', async () => {
    for (const addresses of [
      ['127.0.0.2', '127.0.0.1'],
      ['127.0.0.1', '127.0.0.2'],
      ['10.0.0.1', 'fe80::1', '127.0.0.1'],
      ['::ffff:127.0.0.1'],
    ]) {
      assert.equal(await statusOf(get({ 'receiver.test': addresses })), 200, String(addresses))
    }
  })

  it('connects to the next address where one does not accept', async () => {
    const outgoing = outgoingTo(
      { 'receiver.test': ['127.0.0.3', '::1', '127.0.0.1'] },
      { allowedNetworks: ['127.0.0.3', '127.0.0.1', '::1'].map(networkOf) },
    )
    assert.equal(await statusOf(outgoing.send({ method: 'GET', url: urlOf('receiver.test'), timeoutMs: AMPLE })), 200)
  })

  it('is the connection error where no address accepts', async () => {
    const outgoing = outgoingTo(
      { 'receiver.test': ['127.0.0.3', '127.0.0.4'] },
      { allowedNetworks: [networkOf('127.0.0.0/8')] },
    )
    const outcome = await outgoing.send({ method: 'GET', url: urlOf('receiver.test'), timeoutMs: AMPLE })
    assert.deepEqual(outcome, { error: 'connection' })
  })

  it('tries eight addresses at most', async () => {
    const many = Array.from({ length: 8 }, (_, index) => `127.0.1.${index + 1}`)
    const outgoing = outgoingTo(
      { 'late.test': [...many, '127.0.0.1'], 'eighth.test': [...many.slice(1), '127.0.0.1'] },
      { allowedNetworks: [networkOf('127.0.0.0/8')] },
    )
    const send = (host: string) => outgoing.send({ method: 'GET', url: urlOf(host), timeoutMs: AMPLE })
    assert.deepEqual(await send('late.test'), { error: 'connection' })
    assert.equal(await statusOf(send('eighth.test')), 200)
  })

  // Proves: rebinding-receiver
  it('is resolved once in each request, so that a changed answer is judged', async () => {
    const answers = [['127.0.0.1'], ['127.0.0.2'], ['127.0.0.1']]
    let lookups = 0
    const outgoing = outgoingTo({
      'receiver.test': () => answers[lookups++] ?? ['127.0.0.2'],
    })
    const send = () => outgoing.send({ method: 'GET', url: urlOf('receiver.test'), timeoutMs: AMPLE })
    assert.equal(await statusOf(send()), 200)
    assert.deepEqual(await send(), isRefused)
    assert.equal(await statusOf(send()), 200)
    assert.equal(lookups, 3)
  })

  it('may be an address, in every notation of the URL parser', async () => {
    for (const host of [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '127.0.0.1.',
      '[::ffff:127.0.0.1]',
    ]) {
      assert.equal(await statusOf(get({}, urlOf(host))), 200, host)
    }
    for (const host of [
      '127.0.0.2',
      '127.2',
      '2130706434',
      '0x7f000002',
      '0177.0.0.2',
      '127.0.0.2.',
      '[::ffff:127.0.0.2]',
      '[::127.0.0.2]',
    ]) {
      assert.deepEqual(await get({}, urlOf(host)), isRefused, host)
    }
  })

  it('may end with a dot, which is part of the name', async () => {
    assert.equal(await statusOf(get({ 'receiver.test.': ['127.0.0.1'] }, urlOf('receiver.test.'))), 200)
  })

  it('is refused for localhost, resolved by the operating system', async () => {
    const outgoing = outgoingTo({}, { resolve: systemResolver, allowedNetworks: [] })
    const outcome = await outgoing.send({ method: 'GET', url: urlOf('localhost'), timeoutMs: AMPLE })
    assert.deepEqual(outcome, isRefused)
  })

  it('is resolved by the operating system to an allowed address', async () => {
    const outgoing = outgoingTo({}, { resolve: systemResolver })
    assert.equal(await statusOf(outgoing.send({ method: 'GET', url: urlOf('localhost'), timeoutMs: AMPLE })), 200)
  })
})

describe('checkHost', () => {
  const check = (addresses: (() => Promise<string[]>) | string[], timeoutMs = AMPLE) =>
    outgoingTo({ 'receiver.test': addresses }).checkHost(new URL('https://receiver.test/'), { timeoutMs })

  it('returns dns where the name does not resolve, or not in time', async () => {
    assert.equal(await check(() => Promise.reject(new Error('NXDOMAIN'))), 'dns')
    assert.equal(await check([]), 'dns')
    assert.equal(await check(() => new Promise(() => {}), 20), 'dns')
  })

  it('returns aborted when the caller ends it, before and while the name is resolved', async () => {
    const ended = (signal: AbortSignal) =>
      outgoingTo({ 'receiver.test': () => new Promise(() => {}) }).checkHost(new URL('https://receiver.test/'), {
        timeoutMs: AMPLE,
        signal,
      })
    assert.deepEqual(await Promise.all([AbortSignal.abort(), AbortSignal.timeout(20)].map(ended)), [
      'aborted',
      'aborted',
    ])
  })

  it('returns address where no address is allowed', async () => {
    assert.equal(await check(['10.0.0.1', '::ffff:10.0.0.1']), 'address')
    assert.equal(await outgoingTo({}).checkHost(new URL('https://[fd00::1]/'), { timeoutMs: AMPLE }), 'address')
  })

  it('returns undefined where one address is allowed', async () => {
    assert.equal(await check(['10.0.0.1', '8.8.8.8']), undefined)
    assert.equal(await outgoingTo({}).checkHost(new URL('https://1.1.1.1/'), { timeoutMs: AMPLE }), undefined)
  })
})

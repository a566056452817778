/** Outgoing requests: what a receiver gets, and what its answer becomes. */

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import type { Answer, Outcome } from '../../src/outgoing/outgoing.ts'
import { type Answering, outgoingTo, type Receiver, startReceiver } from '../support/outgoing/receiver.ts'

const outgoing = outgoingTo({ 'receiver.test': ['127.0.0.1'] })
const textOf = (outcome: Outcome) => Buffer.from(answerOf(outcome).body).toString()

function answerOf(outcome: Outcome): Answer {
  assert.ok('status' in outcome, JSON.stringify(outcome))
  return outcome
}

describe('an outgoing request', () => {
  let answer: Answering
  let receiver: Receiver
  let url: string
  before(async () => {
    receiver = await startReceiver((socket, head) => answer(socket, head))
    url = `http://receiver.test:${receiver.port}/hook?shop=1`
  })
  afterEach(() => receiver.closed())
  after(() => receiver.stop())
  const answering = (text: string) => {
    answer = socket => socket.end(text)
  }
  const get = (more = {}) => outgoing.send({ method: 'GET', url, timeoutMs: 10_000, ...more })

  it('rejects headers that follow from the URL and the body, and those that HTTP does not allow', async () => {
    const before = receiver.connections
    for (const name of ['Host', 'host', 'Connection', 'Content-Length', 'Transfer-Encoding']) {
      await assert.rejects(get({ headers: { [name]: 'x' } }), TypeError, name)
    }
    assert.equal(receiver.connections, before)
    for (const headers of [{ 'a b': '1' }, { a: 'x\r\nHost: y' }, { Expect: '100-continue' }]) {
      await assert.rejects(get({ headers }), TypeError, JSON.stringify(headers))
    }
    // The receiver may learn of a connection after the request has ended.
    while (receiver.received.length < before + 3) await turn()
    assert.deepEqual(receiver.received.slice(before), ['', '', ''])
  })

  it('has the address error for a URL that breaks a rule', async () => {
    const connections = receiver.connections
    const withHttps = outgoingTo({ 'receiver.test': ['127.0.0.1'] }, { allowHttp: false })
    assert.deepEqual(await withHttps.send({ method: 'GET', url, timeoutMs: 10_000 }), { error: 'address' })
    for (const broken of [`${url}#part`, url.replace('//', '//user:secret@'), 'hook', '']) {
      assert.deepEqual(await get({ url: broken }), { error: 'address' }, broken)
    }
    assert.equal(receiver.connections, connections)
  })

  it('sends method, path, host, the headers of the caller and the body, and nothing else', async () => {
    answering('HTTP/1.1 204 No Content\r\n\r\n')
    const headers = { 'Content-Type': 'application/json', 'Webhook-Id': 'msg_1' }
    const outcome = await outgoing.send({ method: 'POST', url, headers, body: '{"ş":1}', timeoutMs: 10_000 })
    assert.equal(answerOf(outcome).status, 204)
    const [head = '', body = ''] = (receiver.received.at(-1) ?? '').split('\r\n\r\n')
    const [line, ...fields] = head.split('\r\n')
    assert.equal(line, 'POST /hook?shop=1 HTTP/1.1')
    assert.deepEqual(fields.map(field => field.toLowerCase()).sort(), [
      'connection: close',
      'content-length: 8',
      'content-type: application/json',
      `host: receiver.test:${receiver.port}`,
      'webhook-id: msg_1',
    ])
    assert.equal(Buffer.from(body, 'latin1').toString(), '{"ş":1}')
  })

  it('sends bytes as they are', async () => {
    answering('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
    const body = Uint8Array.from({ length: 256 }, (_, index) => index)
    answerOf(await outgoing.send({ method: 'POST', url, body, timeoutMs: 10_000 }))
    const sent = (receiver.received.at(-1) ?? '').split('\r\n\r\n').slice(1).join('\r\n\r\n')
    assert.deepEqual(Buffer.from(sent, 'latin1'), Buffer.from(body))
  })

  it('returns status, headers and body of any status', async () => {
    for (const status of [200, 299, 400, 404, 410, 429, 500, 503, 599]) {
      answering(`HTTP/1.1 ${status} X\r\nRetry-After: 120\r\nContent-Length: 5\r\n\r\nhello`)
      const outcome = answerOf(await get())
      assert.deepEqual(
        [outcome.status, outcome.headers.get('retry-after'), textOf(outcome), outcome.bodyEnd],
        [status, '120', 'hello', 'complete'],
      )
    }
  })

  it('joins repeated headers, and takes no name for a property of objects', async () => {
    answering('HTTP/1.1 200 OK\r\nA: 1\r\n__proto__: x\r\na: 2\r\nConstructor: y\r\nContent-Length: 0\r\n\r\n')
    const { headers } = answerOf(await get())
    assert.deepEqual(
      [...headers],
      [
        ['a', '1, 2'],
        ['__proto__', 'x'],
        ['constructor', 'y'],
        ['content-length', '0'],
      ],
    )
  })

  it('does not decompress a body', async () => {
    answering('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc')
    assert.equal(textOf(await get()), 'abc')
  })

  it('follows no redirect', async () => {
    const other = await startReceiver(socket => socket.end('HTTP/1.1 200 OK\r\n\r\n'))
    for (const status of [301, 302, 303, 307, 308]) {
      const location = `http://receiver.test:${other.port}/`
      answering(`HTTP/1.1 ${status} Moved\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`)
      const outcome = answerOf(await get())
      assert.deepEqual([outcome.status, outcome.headers.get('location')], [status, location])
    }
    assert.equal(other.connections, 0)
    await other.stop()
  })

  it('keeps neither cookies nor connections', async () => {
    answer = socket =>
      socket.write('HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok')
    const connections = receiver.connections
    for (let n = 0; n < 2; n++) {
      assert.equal(textOf(await get()), 'ok')
      await receiver.closed()
    }
    assert.equal(receiver.connections, connections + 2)
    assert.doesNotMatch(receiver.received.at(-1) ?? '', /cookie/i)
  })

  it('uses no proxy of the environment', async () => {
    const proxy = await startReceiver(socket => socket.end('HTTP/1.1 502 Proxy\r\n\r\n'))
    const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy']
    const before = names.map(name => process.env[name])
    for (const name of names) process.env[name] = `http://127.0.0.1:${proxy.port}`
    try {
      answering('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
      assert.equal(answerOf(await get()).status, 200)
    } finally {
      for (const [index, name] of names.entries()) {
        const value = before[index]
        if (value === undefined) delete process.env[name]
        else process.env[name] = value
      }
    }
    assert.equal(proxy.connections, 0)
    await proxy.stop()
  })

  it('reads the stated number of bytes of a body, and states whether that is all', async () => {
    for (const [length, bodyEnd] of [
      [99, 'complete'],
      [100, 'complete'],
      [101, 'limit'],
      [5_000, 'limit'],
    ] as const) {
      for (const head of [`Content-Length: ${length}\r\n`, '']) {
        answering(`HTTP/1.1 200 OK\r\n${head}\r\n${'x'.repeat(length)}`)
        const outcome = answerOf(await get({ maxBodyBytes: 100 }))
        assert.deepEqual([outcome.body.length, outcome.bodyEnd], [Math.min(length, 100), bodyEnd], `${length} ${head}`)
      }
    }
  })

  it('reads 64 KiB of a body where no number is stated', async () => {
    answering(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(65_537)}`)
    const outcome = answerOf(await get())
    assert.deepEqual([outcome.body.length, outcome.bodyEnd], [65_536, 'limit'])
  })

  it('does not wait for a body of which no byte is wanted', async () => {
    answer = socket => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n')
    const outcome = answerOf(await get({ maxBodyBytes: 0 }))
    assert.deepEqual([outcome.status, outcome.body.length], [200, 0])
  })

  it('skips interim answers', async () => {
    answering('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok')
    const outcome = answerOf(await get())
    assert.deepEqual([outcome.status, outcome.headers.has('link'), textOf(outcome)], [201, false, 'ok'])
  })

  it('leaves no listener on the signal of the caller', async () => {
    answering('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
    const { signal } = new AbortController()
    let listeners = 0
    const add = signal.addEventListener.bind(signal)
    const remove = signal.removeEventListener.bind(signal)
    signal.addEventListener = (...given: Parameters<typeof add>) => {
      listeners += 1
      add(...given)
    }
    signal.removeEventListener = (...given: Parameters<typeof remove>) => {
      listeners -= 1
      remove(...given)
    }
    answerOf(await get({ signal }))
    assert.equal(listeners, 0)
  })
})

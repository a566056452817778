/** Receivers that hang, trickle, never end or break HTTP: each request ends within its limits, and its connection is closed. */

import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { afterEach, describe, it } from 'node:test'
import fc from 'fast-check'
import type { Failure, Outcome, OutgoingRequest } from '../../src/outgoing/outgoing.ts'
import { type Answering, outgoingTo, type Receiver, startReceiver } from '../support/outgoing/receiver.ts'
import { rounds } from '../support/runner/rounds.ts'

/** Limit of requests that reach it, in milliseconds. */
const SHORT = 150
/** Limit of requests that do not reach it. */
const AMPLE = 30_000
const OK = 'HTTP/1.1 200 OK\r\n'
const outgoing = outgoingTo({ 'receiver.test': ['127.0.0.1'] })

/** Sends a text again and again, as fast as the other side reads it. */
function sendForever(socket: Socket, text: string): void {
  while (!socket.destroyed && socket.write(text));
  if (!socket.destroyed) socket.once('drain', () => sendForever(socket, text))
}

/** Sends a text one byte after another, every few milliseconds. */
function trickle(socket: Socket, text: string): void {
  let sent = 0
  const timer = setInterval(() => socket.write(text[sent++ % text.length] ?? ''), 2)
  socket.once('close', () => clearInterval(timer))
}

let receiver: Receiver | undefined
afterEach(async () => {
  await receiver?.stop()
  receiver = undefined
})

/** Sends a request to a receiver that answers so. @returns when the receiver's connections are closed, too */
async function ask(answer: Answering, more: Partial<OutgoingRequest> = {}): Promise<Outcome> {
  receiver = await startReceiver(answer)
  const url = `http://receiver.test:${receiver.port}/`
  const outcome = await outgoing.send({ method: 'POST', url, body: '{}', timeoutMs: AMPLE, ...more })
  await receiver.closed()
  assert.ok(receiver.connections <= 1)
  return outcome
}

/** What a receiver does before the end of its header, and the error of the request. */
const before: Record<string, [answer: Answering, error: Failure, timeoutMs?: number]> = {
  'does not answer': [() => {}, 'timeout', SHORT],
  'trickles its header': [socket => trickle(socket, `${OK}A: ${'x'.repeat(16_000)}`), 'timeout', SHORT],
  'trickles interim answers': [socket => trickle(socket, 'HTTP/1.1 102 Processing\r\n\r\n'), 'timeout', SHORT],
  'sends line breaks without end': [socket => sendForever(socket, '\r\n'.repeat(1_000)), 'timeout', SHORT],
  'sends a reason phrase without end': [
    socket => {
      socket.write('HTTP/1.1 200 ')
      sendForever(socket, 'x'.repeat(10_000))
    },
    'timeout',
    SHORT,
  ],
  'sends interim answers without end': [
    socket => sendForever(socket, 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(100)),
    'connection',
  ],
  'sends headers without end': [
    socket => {
      socket.write(OK)
      sendForever(socket, `A: ${'x'.repeat(100)}\r\n`)
    },
    'connection',
  ],
  'sends one header without end': [
    socket => {
      socket.write(`${OK}A: `)
      sendForever(socket, 'x'.repeat(1_000))
    },
    'connection',
  ],
  'sends a header name without end': [
    socket => {
      socket.write(OK)
      sendForever(socket, 'x'.repeat(1_000))
    },
    'connection',
  ],
  'sends 20,000 bytes of headers': [socket => socket.end(`${OK}A: ${'x'.repeat(20_000)}\r\n\r\n`), 'connection'],
  'closes at once': [socket => socket.end(), 'connection'],
  'resets the connection': [socket => socket.resetAndDestroy(), 'connection'],
  'closes within its header': [socket => socket.end(`${OK}A: 1\r\nB`), 'connection'],
  'sends no HTTP': [socket => socket.end('220 mail.test ESMTP\r\n'), 'connection'],
  'sends bytes of TLS': [socket => socket.end(Buffer.from('16030100a5010000a1', 'hex')), 'connection'],
  'sends the preface of HTTP/2': [socket => socket.end(Buffer.from('00000000040000000000', 'hex')), 'connection'],
  'sends another version': [socket => socket.end('HTTP/9.9 200 OK\r\n\r\n'), 'connection'],
  'sends a status of two digits': [socket => socket.end('HTTP/1.1 20 OK\r\n\r\n'), 'connection'],
  'sends a control character in a header': [socket => socket.end(`${OK}A: \0\r\n\r\n`), 'connection'],
  'sends two lengths': [socket => socket.end(`${OK}Content-Length: 1\r\nContent-Length: 2\r\n\r\nx`), 'connection'],
  'sends an invalid length': [socket => socket.end(`${OK}Content-Length: -1\r\n\r\n`), 'connection'],
  upgrades: [
    socket => socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n'),
    'connection',
  ],
}

/** What a receiver does after its header, why reading stops, and what has been read: the text, its length, or as much as arrives. */
const after: Record<
  string,
  [answer: Answering, bodyEnd: string, body: string | number | undefined, limits?: Partial<OutgoingRequest>]
> = {
  'sends no body': [socket => socket.write(`${OK}Content-Length: 5\r\n\r\n`), 'timeout', '', { bodyTimeoutMs: SHORT }],
  'hangs within its body': [
    socket => socket.write(`${OK}Content-Length: 5\r\n\r\nhel`),
    'timeout',
    'hel',
    { bodyTimeoutMs: SHORT },
  ],
  'trickles its body': [
    socket => {
      socket.write(`${OK}\r\n`)
      trickle(socket, 'x')
    },
    'timeout',
    undefined,
    { bodyTimeoutMs: SHORT },
  ],
  'sends an extension of a chunk without end': [
    socket => {
      socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n1;`)
      sendForever(socket, 'x'.repeat(10_000))
    },
    'closed|timeout',
    'ok',
    { bodyTimeoutMs: SHORT },
  ],
  'sends trailers without end': [
    socket => {
      socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n`)
      sendForever(socket, `A: ${'x'.repeat(100)}\r\n`)
    },
    'closed',
    'ok',
  ],
  'sends a body without end': [
    socket => {
      socket.write(`${OK}\r\n`)
      sendForever(socket, 'x'.repeat(100_000))
    },
    'limit',
    65_536,
  ],
  'sends chunks of a byte without end': [
    socket => {
      socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n`)
      sendForever(socket, '1\r\nx\r\n'.repeat(1_000))
    },
    'limit',
    65_536,
  ],
  'closes within its body': [socket => socket.end(`${OK}Content-Length: 5\r\n\r\nhel`), 'closed', 'hel'],
  'sends an invalid chunk': [
    socket => socket.end(`${OK}Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\nzz\r\n`),
    'closed',
    'ok',
  ],
  'sends a second answer': [
    socket => socket.write(`${OK}Content-Length: 2\r\n\r\nok${OK}Content-Length: 2\r\n\r\nno`),
    'complete',
    'ok',
  ],
}

describe('a receiver that', () => {
  for (const [name, [answer, error, timeoutMs = AMPLE]] of Object.entries(before)) {
    it(`${name}: ${error}`, async () => {
      assert.deepEqual(await ask(answer, { timeoutMs }), { error })
    })
  }

  for (const [name, [answer, bodyEnd, body, limits]] of Object.entries(after)) {
    it(`${name}: the body's end is ${bodyEnd.replace('|', ' or ')}`, async () => {
      const outcome = await ask(answer, limits)
      assert.ok('status' in outcome, JSON.stringify(outcome))
      assert.ok(bodyEnd.split('|').includes(outcome.bodyEnd), outcome.bodyEnd)
      if (typeof body === 'string') assert.equal(Buffer.from(outcome.body).toString(), body)
      else if (body !== undefined) assert.equal(outcome.body.length, body)
    })
  }

  it('closes before a request has arrived: connection', async () => {
    receiver = await startReceiver(() => {}, { onConnection: socket => socket.resume().end() })
    const url = `http://receiver.test:${receiver.port}/`
    assert.deepEqual(await outgoing.send({ method: 'GET', url, timeoutMs: AMPLE }), { error: 'connection' })
    await receiver.closed()
    assert.equal(receiver.connections, 1)
  })

  it('reads nothing of a large request: timeout', async () => {
    receiver = await startReceiver(() => {}, { onConnection: () => {} })
    const url = `http://receiver.test:${receiver.port}/`
    const body = new Uint8Array(30_000_000)
    assert.deepEqual(await outgoing.send({ method: 'POST', url, body, timeoutMs: SHORT }), { error: 'timeout' })
  })

  it('answers with random bytes: an answer or an error, and nothing thrown', async () => {
    const parts = [
      'HTTP/1.1 200 OK\r\n',
      'HTTP/1.0 204 X\r\n',
      'HTTP/1.1 103 X\r\n',
      'Content-Length: 3\r\n',
      'Transfer-Encoding: chunked\r\n',
      'Connection: upgrade\r\nUpgrade: x\r\n',
      'Content-Encoding: gzip\r\n',
      'A: b\r\n',
      '\r\n',
      '3\r\nabc\r\n',
      '0\r\n\r\n',
      'abc',
      '\0',
      'é',
    ]
    const answers = fc.array(
      fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...parts) }, fc.string({ maxLength: 5 })),
      { maxLength: 10 },
    )
    const property = fc.asyncProperty(answers, fc.boolean(), async (texts, isPieced) => {
      const outcome = await ask(socket => {
        if (isPieced) for (const text of texts) socket.write(text)
        else socket.write(texts.join(''))
        socket.end()
      })
      await receiver?.stop()
      return 'error' in outcome ? outcome.error === 'connection' : outcome.status >= 200
    })
    await fc.assert(property, { numRuns: rounds({ short: 50, long: 20_000 }), endOnFailure: true })
  })
})

describe('the signal of the caller', () => {
  /** Sends a request and aborts it after the receiver has done what a test states. */
  async function abortWhen(answer: Answering, more: Partial<OutgoingRequest> = {}): Promise<Outcome> {
    const controller = new AbortController()
    receiver = await startReceiver((socket, head) => {
      answer(socket, head)
      // On a busy machine the answer and the timer may be due at once: `setImmediate` lets the answer come first.
      setTimeout(() => setImmediate(() => controller.abort()), 50)
    })
    const url = `http://receiver.test:${receiver.port}/`
    const outcome = await outgoing.send({ method: 'GET', url, timeoutMs: AMPLE, signal: controller.signal, ...more })
    await receiver.closed()
    return outcome
  }

  it('ends a request before it starts, without a lookup', async () => {
    let lookups = 0
    const counting = outgoingTo({
      'receiver.test': () => {
        lookups += 1
        return ['127.0.0.1']
      },
    })
    const request = {
      method: 'GET',
      url: 'http://receiver.test/',
      timeoutMs: AMPLE,
      signal: AbortSignal.abort(),
    } as const
    assert.deepEqual(await counting.send(request), { error: 'aborted' })
    assert.equal(lookups, 0)
  })

  it('ends a request while its name is resolved', async () => {
    const controller = new AbortController()
    const waiting = outgoingTo({
      'receiver.test': () => {
        setImmediate(() => controller.abort())
        return new Promise(() => {})
      },
    })
    const request = {
      method: 'GET',
      url: 'http://receiver.test/',
      timeoutMs: AMPLE,
      signal: controller.signal,
    } as const
    assert.deepEqual(await waiting.send(request), { error: 'aborted' })
  })

  it('ends a request before its header, and closes the connection', async () => {
    assert.deepEqual(await abortWhen(() => {}), { error: 'aborted' })
    assert.deepEqual(await abortWhen(socket => socket.write(OK)), { error: 'aborted' })
  })

  it('ends the reading of a body, and the status is kept', async () => {
    const outcome = await abortWhen(socket => socket.write(`${OK}Content-Length: 5\r\n\r\nhel`))
    assert.ok('status' in outcome)
    assert.deepEqual([outcome.status, outcome.bodyEnd, Buffer.from(outcome.body).toString()], [200, 'aborted', 'hel'])
  })
})

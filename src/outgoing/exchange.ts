/** One request and its answer on an open connection, which is closed afterwards. */

import type { Socket } from 'node:net'
import { Client, type Dispatcher, errors } from 'undici'
import { type Attempt, AttemptError, type Failure } from './attempt.ts'

/** Largest header of an answer in bytes. */
const MAX_HEADER_BYTES = 16_384
/** Interim answers (1xx) before the answer itself. */
const MAX_INTERIM = 10

/** What is sent. */
export interface Message {
  method: 'GET' | 'POST'
  /** Without `Host`, which is the host of the URL. */
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
}

/** Why reading a body stopped: its end, the limit of bytes, the limit of time, the closed connection, or the caller. */
export type BodyEnd = 'complete' | 'limit' | 'timeout' | 'closed' | 'aborted'

/** An answer of any status. */
export interface Answer {
  status: number
  /** By names in lower case; the values of a repeated name are joined by `, `. */
  headers: ReadonlyMap<string, string>
  /** The bytes that were read, at most the limit; `complete` in `bodyEnd` alone means all. */
  body: Uint8Array
  bodyEnd: BodyEnd
}

/** How much of a body is read: bytes, and milliseconds from the end of the header. */
export interface BodyLimits {
  maxBytes: number
  ms: number
}

/**
 * Sends one request and reads its answer, then closes the connection. Redirects are answers like others.
 * @throws AttemptError `connection` when the connection ends, or its bytes are no HTTP/1.1, before the end of the header
 * @throws TypeError for a header that undici does not send
 */
export async function exchange(
  url: URL,
  socket: Socket,
  message: Message,
  attempt: Attempt,
  limits: BodyLimits,
): Promise<Answer> {
  const client = clientOn(url, socket)
  try {
    const answer = await requestHeader(client, url, message, attempt)
    // Reading stops early below, and the stream then has an error that nobody reads.
    answer.body.on('error', () => {})
    attempt.limit(limits.ms)
    return {
      status: answer.statusCode,
      headers: headersOf(answer.headers as unknown as string[]),
      ...(await readBody(answer.body, limits.maxBytes, attempt)),
    }
  } finally {
    void client.destroy()
    socket.destroy()
  }
}

/** A client whose only connection is the open one: a second connection would be to an address that nobody has judged. */
function clientOn(url: URL, socket: Socket): Client {
  const sockets = [socket]
  return new Client(url.origin, {
    connect: (_options, callback) => {
      const next = sockets.pop()
      // undici ignores a connector that calls back before it returns.
      queueMicrotask(() => (next ? callback(null, next) : callback(new AttemptError('connection'), null)))
    },
    allowH2: false,
    useMilo: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    // The attempt has the time limits.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
}

async function requestHeader(
  client: Client,
  url: URL,
  { method, headers, body }: Message,
  attempt: Attempt,
): Promise<Dispatcher.ResponseData> {
  let interim = 0
  const request: Dispatcher.RequestOptions = {
    method,
    path: url.pathname + url.search,
    headers: { ...headers },
    body: body ?? null,
    signal: attempt.signal,
    reset: true,
    responseHeaders: 'raw',
    onInfo: () => {
      interim += 1
      if (interim > MAX_INTERIM) attempt.end('connection')
    },
  }
  return client.request(request).catch((error: Error) => {
    const isCallers = error instanceof errors.InvalidArgumentError || error instanceof errors.NotSupportedError
    throw isCallers ? new TypeError(error.message) : new AttemptError('connection')
  })
}

function headersOf(raw: readonly string[]): Map<string, string> {
  const headers = new Map<string, string>()
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = String(raw[index]).toLowerCase()
    const value = String(raw[index + 1])
    const before = headers.get(name)
    headers.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  return headers
}

async function readBody(
  stream: AsyncIterable<Buffer>,
  maxBytes: number,
  attempt: Attempt,
): Promise<Pick<Answer, 'body' | 'bodyEnd'>> {
  // One buffer: chunks of a byte each would take a hundred times their size.
  const buffer = Buffer.alloc(maxBytes)
  let length = 0
  const read = (bodyEnd: BodyEnd) => ({ body: new Uint8Array(buffer.subarray(0, length)), bodyEnd })
  if (maxBytes === 0) return read('limit')
  try {
    for await (const chunk of stream) {
      const copied = chunk.copy(buffer, length)
      length += copied
      if (copied < chunk.length) return read('limit')
    }
    return read('complete')
  } catch {
    return read(bodyEndOf(attempt.failure()))
  }
}

function bodyEndOf(failure: Failure | undefined): BodyEnd {
  return failure === 'timeout' || failure === 'aborted' ? failure : 'closed'
}

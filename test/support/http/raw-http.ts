/** Sends raw bytes, including requests that an HTTP client refuses to send, and reads the response. */

import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds between two pieces. A slower server reads several at once, which must not change its response. */
const PIECE_MS = 5
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'

/** A response; header names are in lower case. */
export interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** A request, which need not be valid HTTP. */
export interface RawRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: Buffer
}

/**
 * Sends a request exactly as given; Host, Connection and Content-Length are added when they are missing.
 * @param onSent is called when the kernel has accepted all bytes
 */
export async function sendRaw(url: string, request: RawRequest, onSent?: () => void): Promise<RawAnswer> {
  const { method, path, headers, body } = request
  const { host } = new URL(url)
  const names = new Set(Object.keys(headers).map(name => name.toLowerCase()))
  const isFramed = names.has('content-length') || names.has('transfer-encoding')
  const defaults = {
    ...(!names.has('host') && { Host: host }),
    ...(!names.has('connection') && { Connection: 'close' }),
    ...(body && !isFramed && { 'Content-Length': String(body.length) }),
  }
  const lines = Object.entries({ ...headers, ...defaults }).map(([name, value]) => `${name}: ${value}`)
  const head = Buffer.from(`${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`, 'utf8')
  return sendBytes(url, Buffer.concat([head, body ?? Buffer.alloc(0)]), onSent)
}

/** Sends bytes, and reads the response until the server closes the connection. */
export async function sendBytes(url: string, bytes: Buffer, onSent = () => {}): Promise<RawAnswer> {
  return parse(await exchange(new URL(url), socket => socket.write(bytes, () => onSent())))
}

/** Sends bytes in pieces, with time between them for the server to read each by itself, and reads the response like `sendBytes`. */
export async function sendPieces(url: string, pieces: Buffer[]): Promise<RawAnswer> {
  const send = async (socket: Socket) => {
    socket.setNoDelay(true)
    for (const piece of pieces) {
      if (!socket.writable) return
      socket.write(piece)
      await sleep(PIECE_MS)
    }
  }
  return parse(await exchange(new URL(url), send))
}

/** Sends a head that expects 100 Continue, and the body once the server has answered that: the server has not read both at once. */
export async function sendContinued(url: string, head: string, body: string): Promise<RawAnswer> {
  return parse(
    await exchange(new URL(url), socket => {
      socket.once('data', () => socket.write(body))
      socket.write(head)
    }),
  )
}

function exchange({ hostname, port }: URL, send: (socket: Socket) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname, () => send(socket))
    socket.setTimeout(60_000, () => socket.destroy(new Error('no answer within a minute')))
    socket.on('data', chunk => chunks.push(Buffer.from(chunk)))
    // A server that refuses a body may reset the connection during the upload; bytes that arrived before it are the response.
    socket.on('error', error => (chunks.length > 0 ? resolve(Buffer.concat(chunks)) : reject(error)))
    socket.on('end', () => resolve(Buffer.concat(chunks)))
  })
}

function parse(answer: Buffer): RawAnswer {
  const bytes = answer.subarray(answer.indexOf(CONTINUE) === 0 ? CONTINUE.length : 0)
  const end = bytes.indexOf('\r\n\r\n')
  const [status = '', ...fields] = bytes.subarray(0, end).toString().split('\r\n')
  const headers = Object.fromEntries(
    fields.map(field => {
      const colon = field.indexOf(':')
      return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()]
    }),
  )
  const body = bytes.subarray(end + 4)
  const isChunked = headers['transfer-encoding'] === 'chunked'
  return { status: Number(status.split(' ')[1]), headers, body: (isChunked ? joinChunks(body) : body).toString() }
}

/** Joins the chunks of a body (RFC 9112 section 7.1). */
function joinChunks(body: Buffer): Buffer {
  const chunks: Buffer[] = []
  for (let at = 0; at < body.length; ) {
    const start = body.indexOf('\r\n', at) + 2
    const end = start + Number.parseInt(body.subarray(at, start).toString(), 16)
    chunks.push(body.subarray(start, end))
    at = end + 2
  }
  return Buffer.concat(chunks)
}

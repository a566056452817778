/** Sends bytes that an HTTP client would refuse to send, and reads the answer. */

import { connect } from 'node:net'

export interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

export interface RawRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: Buffer
}

/**
 * Sends a request exactly as given; Host, Connection and Content-Length are added where missing.
 * @param onSent called once the kernel has all of it
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

/** Sends bytes, and reads the answer until the server hangs up. */
export async function sendBytes(url: string, bytes: Buffer, onSent = () => {}): Promise<RawAnswer> {
  return parse(await exchange(new URL(url), bytes, onSent))
}

function exchange({ hostname, port }: URL, bytes: Buffer, onSent: () => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname, () => socket.write(bytes, () => onSent()))
    socket.setTimeout(60_000, () => socket.destroy(new Error('no answer within a minute')))
    socket.on('data', chunk => chunks.push(Buffer.from(chunk)))
    // A server that refuses a body may hang up while it is still being sent; what it said first counts.
    socket.on('error', error => (chunks.length > 0 ? resolve(Buffer.concat(chunks).toString()) : reject(error)))
    socket.on('end', () => resolve(Buffer.concat(chunks).toString()))
  })
}

function parse(text: string): RawAnswer {
  const [head = '', ...rest] = text.replace(/^HTTP\/1.1 100 Continue\r\n\r\n/, '').split('\r\n\r\n')
  const [status = '', ...fields] = head.split('\r\n')
  const headers = Object.fromEntries(
    fields.map(field => {
      const colon = field.indexOf(':')
      return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()]
    }),
  )
  return { status: Number(status.split(' ')[1]), headers, body: rest.join('\r\n\r\n') }
}

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

/** Sends a request exactly as given; Host, Connection and Content-Length are added where missing. */
export async function sendRaw(url: string, { method, path, headers, body }: RawRequest): Promise<RawAnswer> {
  const { hostname, port, host } = new URL(url)
  const names = new Set(Object.keys(headers).map(name => name.toLowerCase()))
  const defaults = {
    ...(!names.has('host') && { Host: host }),
    ...(!names.has('connection') && { Connection: 'close' }),
    ...(body && !names.has('content-length') && { 'Content-Length': String(body.length) }),
  }
  const lines = Object.entries({ ...headers, ...defaults }).map(([name, value]) => `${name}: ${value}`)
  const head = Buffer.from(`${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`, 'utf8')
  return parse(await exchange(hostname, Number(port), Buffer.concat([head, body ?? Buffer.alloc(0)])))
}

function exchange(host: string, port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(port, host, () => socket.write(bytes))
    socket.setTimeout(10_000, () => socket.destroy(new Error('no answer within 10 s')))
    socket.on('data', chunk => chunks.push(Buffer.from(chunk)))
    // A server that refuses a body may hang up while it is still being sent; what it said first counts.
    socket.on('error', error => (chunks.length > 0 ? resolve(Buffer.concat(chunks).toString()) : reject(error)))
    socket.on('end', () => resolve(Buffer.concat(chunks).toString()))
  })
}

function parse(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [status = '', ...fields] = head.split('\r\n')
  const headers = Object.fromEntries(
    fields.map(field => {
      const colon = field.indexOf(':')
      return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()]
    }),
  )
  return { status: Number(status.split(' ')[1]), headers, body: rest.join('\r\n\r\n') }
}

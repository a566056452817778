/** Deadlines of bodies, on a plain `node:http` server. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { connectSlowly } from '../../../test/support/http/slow-client.ts'
import { extendBodyTime, limitBodyTime } from './body-deadline.ts'

const head = (path: string) => `POST ${path} HTTP/1.1\r\nHost: shop\r\nContent-Length: 10\r\n\r\n`

describe('limitBodyTime', () => {
  /** Starts a server, and collects the codes of its client errors. */
  async function serve(onRequest: (server: Server, request: IncomingMessage) => void) {
    const codes: string[] = []
    const server = createServer((request, response) => {
      onRequest(server, request)
      request.resume().on('end', () => response.end('whole'))
    })
    limitBodyTime(server, 50)
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      codes.push(String(error.code))
      socket.destroy()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return { codes, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  }

  it('ends a request whose body arrives too slowly, however steadily', async () => {
    const { codes, server, url } = await serve(() => {})
    const { gone } = await connectSlowly(url, { first: head('/'), drip: ' ' })
    await gone
    assert.deepEqual(codes, ['ERR_HTTP_REQUEST_TIMEOUT'])
    server.close()
  })

  it('lets a route replace the deadline of its request, and leaves complete requests alone', async () => {
    const { codes, server, url } = await serve((own, request) => {
      if (request.url === '/long') extendBodyTime(own, request, 60_000)
    })
    const long = await connectSlowly(url, { first: head('/long') })
    const { gone } = await connectSlowly(url, { first: head('/'), drip: ' ' })
    await gone
    assert.equal(await (await fetch(url, { method: 'POST', body: 'x' })).text(), 'whole')
    long.socket.write(' '.repeat(10))
    while (!long.heard().includes('whole')) await once(long.socket, 'data')
    assert.deepEqual(codes, ['ERR_HTTP_REQUEST_TIMEOUT'])
    long.socket.destroy()
    server.closeAllConnections()
    server.close()
  })
})

/** A relay between the example web shop and a service: it forwards requests, and loses or replaces single answers. */

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** What happens to a request: forwarded (undefined), forwarded with its answer lost, or answered in place of the service. */
export type Fate = undefined | 'lost' | { status: number; body: string; headers?: Record<string, string> }

/** Decides about each request before it is forwarded. */
export type Decide = (method: string, path: string) => Fate | Promise<Fate>

/** A running relay. */
export interface Relay {
  url: string
  /** Replaces the decision; undefined forwards everything. */
  use: (decide?: Decide) => void
  stop: () => void
}

/** Starts a relay to an address. */
export async function startRelay(target: string): Promise<Relay> {
  let decide: Decide = () => undefined
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url: path = '' } = request
    const body = await buffer(request)
    const fate = await decide(method, path)
    if (typeof fate === 'object') return void response.writeHead(fate.status, fate.headers).end(fate.body)
    const { cookie = '', authorization = '', 'content-type': type } = request.headers
    const headers = { Cookie: cookie, Authorization: authorization, ...(type && { 'Content-Type': type }) }
    const answer = await fetch(target + path, { method, headers, ...(body.length > 0 && { body }) })
    const text = await answer.text()
    if (fate === 'lost') return void request.socket.destroy()
    response.writeHead(answer.status, { 'Set-Cookie': answer.headers.getSetCookie() }).end(text)
  }
  const server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    use: (next = () => undefined) => {
      decide = next
    },
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

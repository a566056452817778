/** A receiver of webhooks on 127.0.0.1, which answers as a test tells it and keeps what it gets. */

import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** A request that has arrived. */
export interface Received {
  /** The header `webhook-id`. */
  id: string
  path: string
  headers: IncomingHttpHeaders
  /** The body as it was sent. */
  text: string
  body: { id: number; type: string; timestamp: string; data: object; actor: string | null; subject: string | null }
  /** By the clock of the test. */
  at: number
}

/** Answers a request; a number is a status. */
export type Respond = (received: Received, response: ServerResponse, request: IncomingMessage) => number | undefined

/** A running receiver. */
export interface Receiver {
  url: string
  received: Received[]
  /** Sets the answers to further requests; 204 at first. */
  respond: (respond: number | Respond) => void
  /** @returns the ids of the events that have arrived, in their order */
  ids: () => number[]
  /** Waits until so many requests have arrived. @throws Error after two minutes, or the given time */
  until: (count: number, patienceMs?: number) => Promise<Received[]>
  stop: () => Promise<void>
}

/** Longer than a busy machine takes, and than the lease of a killed process lives. */
export const PATIENCE_MS = 120_000

/** Starts a receiver. @param port a free one by default */
export async function startReceiver(port = 0): Promise<Receiver> {
  const received: Received[] = []
  let respond: Respond = () => 204
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => '')
    if (body === '') return
    const each: Received = {
      id: String(request.headers['webhook-id']),
      path: request.url ?? '',
      headers: request.headers,
      text: body,
      body: JSON.parse(body),
      at: Date.now(),
    }
    received.push(each)
    const status = respond(each, response, request)
    if (status !== undefined) response.writeHead(status).end()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  const address = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${address.port}/events`,
    received,
    respond: next => {
      respond = typeof next === 'number' ? () => next : next
    },
    ids: () => received.map(({ body }) => body.id),
    async until(count, patienceMs = PATIENCE_MS) {
      const end = Date.now() + patienceMs
      while (received.length < count) {
        if (Date.now() > end) throw new Error(`${received.length} of ${count} requests have arrived`)
        await sleep(10)
      }
      return received
    },
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

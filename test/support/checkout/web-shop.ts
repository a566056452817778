/** A shop's own web front end, as simple as can be: it says what it was asked for. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface WebShop {
  port: number
  stop: () => void
}

/** What it answers every request with. */
export interface Asked {
  path: string
  cookie: string | undefined
  forwardedFor: string | undefined
  forwardedProto: string | undefined
}

/** Starts it. */
export async function startWebShop(): Promise<WebShop> {
  const server = createServer(({ url = '', headers }, response) => {
    const asked: Asked = {
      path: url,
      cookie: headers.cookie,
      forwardedFor: headers['x-forwarded-for']?.toString(),
      forwardedProto: headers['x-forwarded-proto']?.toString(),
    }
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(asked))
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return { port: (server.address() as AddressInfo).port, stop }
}

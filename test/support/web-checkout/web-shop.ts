/** A minimal web front end of a shop, which answers every request with the fields of that request. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A running web front end. */
export interface WebShop {
  port: number
  stop: () => void
}

/** The JSON response to every request. */
export interface Asked {
  path: string
  cookie: string | undefined
  forwardedFor: string | undefined
  forwardedProto: string | undefined
}

/** Starts the front end on a free port. */
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

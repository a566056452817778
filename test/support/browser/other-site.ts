/** A page of another origin in the browser of somebody who is signed in to the office. */

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A running site, whose every page is empty. */
export interface OtherSite {
  port: number
  stop: () => Promise<void>
}

/** Starts the site on a free port; `localhost` is the site of the office itself, another origin, and 127.0.0.1 is another site. */
export async function startOtherSite(): Promise<OtherSite> {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Other</title><h1>Other</h1>')
  }).listen(0)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

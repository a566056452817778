/** Steady load: clients that add to their carts and read them in turn, and count acknowledged adds and failures. */

import http from 'node:http'
import https from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { STOREFRONT } from '../../../src/api-paths.ts'
import { ids } from '../import/shop-file.ts'

/** Pause between two requests of a client, in milliseconds. */
const EVERY_MS = 100

/** A client, and the counts of its requests. */
export interface Shopper {
  token: string
  /** Number of adds, each of one piece, that were answered with 201. */
  acknowledged: number
  /** Requests with an unexpected status or an error, such as `POST 502`. */
  failures: string[]
  requests: number
}

/** Starts one client per token; every second client uses keep-alive connections, the others a new one for each request. */
export function startShopping(url: string, tokens: string[]): { shoppers: Shopper[]; stop: () => Promise<void> } {
  const agent = new (protocolOf(url).Agent)({ keepAlive: true })
  const shoppers = tokens.map(token => ({ token, acknowledged: 0, failures: [], requests: 0 }))
  let stopping = false
  const work = shoppers.map(async (shopper, n) => {
    while (!stopping) {
      await shop(url, shopper, n % 2 === 0 ? agent : false)
      await sleep(EVERY_MS)
    }
  })
  return {
    shoppers,
    stop: async () => {
      stopping = true
      await Promise.all(work)
      agent.destroy()
    },
  }
}

const protocolOf = (url: string) => (url.startsWith('https:') ? https : http)

async function shop(url: string, shopper: Shopper, agent: http.Agent | false): Promise<void> {
  const isAdd = shopper.requests++ % 2 === 0
  const method = isAdd ? 'POST' : 'GET'
  const outcome = await ask(`${url}${STOREFRONT}${isAdd ? '/cart-items' : '/cart'}`, { method, shopper, agent })
  if (isAdd && outcome === 201) shopper.acknowledged++
  else if (isAdd || outcome !== 200) shopper.failures.push(`${method} ${outcome}`)
}

/** Sends a request. @returns the status when the response is complete, or else the code of the error */
function ask(
  url: string,
  { method, shopper, agent }: { method: string; shopper: Shopper; agent: http.Agent | false },
): Promise<number | string> {
  const body = method === 'POST' ? JSON.stringify({ productId: ids.plain, quantity: 1 }) : undefined
  const headers = {
    Authorization: `Bearer ${shopper.token}`,
    ...(body && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
  }
  return new Promise(resolve => {
    const sent = protocolOf(url).request(url, { method, headers, agent })
    sent.on('error', error => resolve((error as NodeJS.ErrnoException).code ?? error.message))
    sent.on('response', answer => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
      answer.on('error', () => resolve('cut off'))
    })
    sent.end(body)
  })
}

/** Shoppers who add to their carts and read them at a steady rate, and keep account of what they were told. */

import http from 'node:http'
import https from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { STOREFRONT } from '../../../src/api-paths.ts'

import { ids } from '../import/shop-file.ts'

const EVERY_MS = 100

export interface Shopper {
  token: string
  /** Adds of one piece that were answered with 201. */
  acknowledged: number
  /** Requests that were not answered as they should be, such as `POST 502`. */
  failures: string[]
  requests: number
}

/** Starts shopping at the address, every second shopper on connections that are kept, the others on a new one each time. */
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

/** The status of the answer once it has come whole, or the code of what went wrong. */
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

/** Shoppers of other client networks, who each read a cart of one line every 100 ms. */

import { setTimeout as sleep } from 'node:timers/promises'
import { STOREFRONT } from '../../src/api-paths.ts'
import { Connection, quantile } from '../load.ts'
import { FIRST_PRODUCT } from '../served-shop.ts'

const SHOPPERS = 4
const PAUSE_MS = 100

/** What they saw: milliseconds, and numbers of requests. */
export interface Seen {
  median: number
  p99: number
  answered: number
  refused: number
}

/** Creates the shoppers with their carts. @returns function that lets them shop for some seconds */
export async function shopFromOtherNetworks(url: string, token: () => Promise<string>) {
  const requests = await Promise.all(
    Array.from({ length: SHOPPERS }, async (_, n) => {
      const headers = { Authorization: `Bearer ${await token()}`, 'X-Forwarded-For': `203.0.113.${n + 1}` }
      const answer = await fetch(`${url}${STOREFRONT}/cart-items`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({ productId: FIRST_PRODUCT, quantity: 1 }),
      })
      if (answer.status !== 201) throw new Error(await answer.text())
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
      return Buffer.from(
        [`GET ${STOREFRONT}/cart HTTP/1.1`, `Host: ${new URL(url).host}`, ...lines, '', ''].join('\r\n'),
      )
    }),
  )
  return async (seconds: number): Promise<Seen> => {
    const until = performance.now() + seconds * 1_000
    const times: number[] = []
    let refused = 0
    const shop = async (request: Buffer) => {
      let connection = new Connection(new URL(url))
      while (performance.now() < until) {
        const begun = performance.now()
        const status = await connection.ask(request)
        times.push(performance.now() - begun)
        if (status !== 200) refused++
        if (status === 0) connection = new Connection(new URL(url))
        await sleep(PAUSE_MS)
      }
      connection.close()
    }
    await Promise.all(requests.map(shop))
    const ms = (share: number) => Math.round(quantile(times, share) * 10) / 10
    return { median: ms(0.5), p99: ms(0.99), answered: times.length, refused }
  }
}

/** Shoppers of several client networks, who each read a cart of one line every 50 ms. */

import { setTimeout as sleep } from 'node:timers/promises'
import { STOREFRONT } from '../../../src/api-paths.ts'
import { Connection } from './connection.ts'

const PAUSE_MS = 50

/** A shopper: where it comes from, and what it buys. */
export interface Shopper {
  url: string
  token: string
  productId: number
  /** Headers that name its network to a server that trusts a proxy. */
  headers?: Record<string, string>
  /** Address that its connection comes from. */
  localAddress?: string
}

/** What shoppers saw: the times of their requests in milliseconds, and the number of those that were not answered 200. */
export interface Seen {
  times: number[]
  refused: number
}

/** Puts one line into the cart of each shopper. @returns function that lets them all shop for some seconds */
export async function meetShoppers(shoppers: Shopper[]): Promise<(seconds: number) => Promise<Seen>> {
  const ready = await Promise.all(shoppers.map(prepare))
  return async seconds => {
    const until = performance.now() + seconds * 1_000
    const seen = await Promise.all(ready.map(each => shop(each, until)))
    return {
      times: seen.flatMap(({ times }) => times),
      refused: seen.reduce((sum, { refused }) => sum + refused, 0),
    }
  }
}

type Ready = Shopper & { request: Buffer }

async function prepare(shopper: Shopper): Promise<Ready> {
  const { url, token, productId, headers } = shopper
  const own = { Authorization: `Bearer ${token}`, ...headers }
  const answer = await fetch(`${url}${STOREFRONT}/cart-items`, {
    method: 'POST',
    headers: { ...own, 'Content-Type': 'application/json' },
    body: JSON.stringify({ productId, quantity: 1 }),
  })
  if (answer.status !== 201) throw new Error(await answer.text())
  const lines = Object.entries({ Host: new URL(url).host, ...own }).map(([name, value]) => `${name}: ${value}`)
  return { ...shopper, request: Buffer.from([`GET ${STOREFRONT}/cart HTTP/1.1`, ...lines, '', ''].join('\r\n')) }
}

async function shop({ url, localAddress, request }: Ready, until: number): Promise<Seen> {
  const seen: Seen = { times: [], refused: 0 }
  let connection = new Connection(new URL(url), localAddress)
  while (performance.now() < until) {
    const begun = performance.now()
    const status = await connection.ask(request)
    seen.times.push(performance.now() - begun)
    if (status !== 200) seen.refused++
    if (status === 0) connection = new Connection(new URL(url), localAddress)
    await sleep(PAUSE_MS)
  }
  connection.close()
  return seen
}

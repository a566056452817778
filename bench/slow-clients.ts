/** Measures what ordinary clients notice of thousands of slow ones. `node bench/slow-clients.ts [--sockets 4000] [--seconds 8]`. */

import { parseArgs } from 'node:util'
import { STOREFRONT } from '../src/app.ts'
import { connectSlowly, type SlowClient } from '../test/support/slow-client.ts'
import { quantile, sendAtRate } from './load.ts'
import { type ServedShop, serveShop } from './served-shop.ts'

const SIZE = { carts: 20, lines: 3, campaigns: 5 }
const PER_SECOND = 100
const ROUNDS = 3
const AT_ONCE = 100

/** What a slow client sends first, and then byte by byte. */
const MANNERS = [
  { first: `GET ${STOREFRONT}/cart HTTP/1.1\r\nHost: shop\r\nX-Slow: `, drip: 'a' },
  {
    first: `POST ${STOREFRONT}/cart-items HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n`,
    drip: ' ',
  },
  {},
]

async function measure({ serving, readCart }: ServedShop, seconds: number): Promise<{ p50: number; p99: number }> {
  const { times } = await sendAtRate({ url: serving.url, request: readCart, perSecond: PER_SECOND, seconds })
  const answered = times.get(200) ?? []
  const missing = PER_SECOND * seconds - answered.length
  if (missing > 0) console.log(`${missing} of ${PER_SECOND * seconds} were not answered in time`)
  return { p50: quantile(answered, 0.5), p99: quantile(answered, 0.99) }
}

/** Connects as many as asked; where the server hangs up on one, another takes its place. */
async function besiege(url: string, sockets: number): Promise<() => void> {
  const clients = new Set<SlowClient>()
  let ended = false
  const join = async (n: number): Promise<void> => {
    const client = await connectSlowly(url, MANNERS[n % MANNERS.length] ?? {})
    clients.add(client)
    void client.cut.then(() => {
      client.socket.destroy()
      clients.delete(client)
      if (!ended) void join(n)
    })
  }
  for (let n = 0; n < sockets; n += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, sockets - n) }, (_, more) => join(n + more)))
  }
  return () => {
    ended = true
    for (const { socket } of clients) socket.destroy()
  }
}

const { values } = parseArgs({
  options: { sockets: { type: 'string', default: '4000' }, seconds: { type: 'string', default: '8' } },
})
const shop = await serveShop('sqlite', SIZE)
try {
  await measure(shop, Number(values.seconds)) // Warms up.
  const rows: object[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const alone = await measure(shop, Number(values.seconds))
    const end = await besiege(shop.serving.url, Number(values.sockets))
    const besieged = await measure(shop, Number(values.seconds))
    end()
    rows.push({
      'p50 alone': alone.p50,
      'p50 with slow': besieged.p50,
      'p99 alone': alone.p99,
      'p99 with slow': besieged.p99,
    })
  }
  console.log(`${PER_SECOND} carts a second, ${values.sockets} slow clients, milliseconds`)
  console.table(rows)
} finally {
  await shop.stop()
}

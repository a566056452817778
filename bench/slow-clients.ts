/**
 * Benchmark of response times for ordinary clients beside thousands of slow senders and hundreds of slow readers.
 * `node bench/slow-clients.ts [--sockets 4000] [--readers 600] [--seconds 8]`
 */

import { parseArgs } from 'node:util'
import { STOREFRONT } from '../src/api-paths.ts'

import { connectSlowly, type SlowClient } from '../test/support/http/slow-client.ts'
import { connectSlowReader, type SlowReader } from '../test/support/http/slow-reader.ts'
import { type Outcome, quantile, sendAtRate } from './load.ts'
import { type ServedShop, serveShop } from './served-shop.ts'

const SHOP = { carts: 20, lines: 3, campaigns: 5 }
const SHOP_OF_READERS = { ...SHOP, lines: 100 }
const PER_SECOND = 100
const ROUNDS = 3
const AT_ONCE = 100
/** Requests that a slow reader pipelines: their responses exceed small kernel buffers. */
const AHEAD = 4
const NEW_READERS_PER_SECOND = 30
const READ_EVERY_MS = 1_000
const SAMPLE_EVERY_MS = 500

/** What a slow client sends at once, and then byte by byte. */
const MANNERS = [
  { first: `GET ${STOREFRONT}/cart HTTP/1.1\r\nHost: shop\r\nX-Slow: `, drip: 'a' },
  {
    first: `POST ${STOREFRONT}/cart-items HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n`,
    drip: ' ',
  },
  {},
]

/** Reads carts at a fixed rate. */
function load({ serving, readCart }: ServedShop, seconds: number): Promise<Outcome> {
  return sendAtRate({ url: serving.url, request: readCart, perSecond: PER_SECOND, seconds })
}

/** @returns response times of the load in milliseconds */
async function measure(shop: ServedShop, seconds: number): Promise<{ p50: number; p99: number }> {
  const { times } = await load(shop, seconds)
  const answered = times.get(200) ?? []
  const missing = PER_SECOND * seconds - answered.length
  if (missing > 0) console.log(`${missing} of ${PER_SECOND * seconds} were not answered in time`)
  return { p50: quantile(answered, 0.5), p99: quantile(answered, 0.99) }
}

type Connect = (n: number) => Promise<Pick<SlowClient, 'socket' | 'cut'>>

/** Connects `count` clients; each closed connection is replaced. @returns a function that closes all */
async function connectMany(count: number, connect: Connect): Promise<() => void> {
  const clients = new Set<Pick<SlowClient, 'socket' | 'cut'>>()
  let ended = false
  const join = async (n: number): Promise<void> => {
    const client = await connect(n)
    clients.add(client)
    void client.cut.then(() => {
      client.socket.destroy()
      clients.delete(client)
      if (!ended) void join(n)
    })
  }
  for (let n = 0; n < count; n += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - n) }, (_, more) => join(n + more)))
  }
  return () => {
    ended = true
    for (const { socket } of clients) socket.destroy()
  }
}

/** Measures the load in turn without and with slow senders. */
async function measureSenders(sockets: number, seconds: number): Promise<void> {
  const shop = await serveShop('sqlite', SHOP)
  await measure(shop, seconds) // Warms up.
  const rows: object[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const alone = await measure(shop, seconds)
    const end = await connectMany(sockets, n => connectSlowly(shop.serving.url, MANNERS[n % MANNERS.length] ?? {}))
    const besieged = await measure(shop, seconds)
    end()
    rows.push({
      'p50 alone': alone.p50,
      'p50 with slow': besieged.p50,
      'p99 alone': alone.p99,
      'p99 with slow': besieged.p99,
    })
  }
  await shop.stop()
  console.log(`${PER_SECOND} carts a second, ${sockets} slow senders, milliseconds`)
  console.table(rows)
}

/** Longer than the time limits of the server. */
const READERS_SECONDS = 30

/**
 * A third each requests the API reference, a cart of 100 lines and the metrics, and reads a byte per second; new
 * readers keep connecting.
 */
async function measureReaders(readers: number): Promise<void> {
  const shop = await serveShop('sqlite', SHOP_OF_READERS)
  const { serving, readCart } = shop
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`
  const wishes = [get('/docs/cart'), readCart(0).toString(), get('/metrics')].map(request => request.repeat(AHEAD))
  const slow: SlowReader[] = []
  const join = () => {
    const reader = connectSlowReader(serving.url)
    reader.ask(wishes[slow.push(reader) % 3] ?? '')
  }
  for (let n = 0; n < readers; n++) join()
  const joining = setInterval(join, 1_000 / NEW_READERS_PER_SECOND)
  const reading = setInterval(() => {
    for (const { socket } of slow) socket.resume()
  }, READ_EVERY_MS)
  const memory = watchMemory(serving.url)
  const { times } = await load(shop, READERS_SECONDS)
  clearInterval(joining)
  clearInterval(reading)
  for (const { socket } of slow) socket.destroy()
  const peaks = memory.stop()
  await shop.stop()
  const [answered = [], refused = []] = [times.get(200), times.get(503)]
  console.log(`${PER_SECOND} carts of 100 lines a second, ${slow.length} slow readers, milliseconds and megabytes`)
  console.table([
    { answered: answered.length, refused: refused.length, p50: quantile(answered, 0.5), p99: quantile(answered, 0.99) },
  ])
  console.table([peaks])
}

/** Samples the memory metrics of the server. @returns `stop`, which returns the maxima in megabytes */
function watchMemory(url: string): { stop: () => { unread: number; resident: number } } {
  const peaks = { unread: 0, resident: 0 }
  const read = async () => {
    const text = await fetch(`${url}/metrics`).then(answer => answer.text())
    const megabytes = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1] ?? 0) / 1e6
    peaks.unread = Math.max(peaks.unread, megabytes('sepet_unread_response_bytes'))
    peaks.resident = Math.max(peaks.resident, megabytes('process_resident_memory_bytes'))
  }
  const timer = setInterval(() => void read().catch(() => {}), SAMPLE_EVERY_MS)
  return {
    stop: () => {
      clearInterval(timer)
      return peaks
    },
  }
}

const { values } = parseArgs({
  options: {
    sockets: { type: 'string', default: '4000' },
    readers: { type: 'string', default: '600' },
    seconds: { type: 'string', default: '8' },
  },
})
if (values.sockets !== '0') await measureSenders(Number(values.sockets), Number(values.seconds))
if (values.readers !== '0') await measureReaders(Number(values.readers))

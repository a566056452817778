/**
 * Growth of the embedded database while one guest presses "Pay" in the example web shop, with a cart of 500 lines: from fresh pages, and
 * with other totals each time, with the limit of holds a minute and without it.
 * `node bench/holds.ts [--times 60] [--lines 500]`
 */

import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { fillCart } from '../test/support/cart/cart.ts'
import { ids, product } from '../test/support/import/shop-file.ts'
import { startService, type TestService } from '../test/support/service/service.ts'
import { signIn } from '../test/support/web-checkout/checkout.ts'
import { importPrice, shopperOf, startShopOf } from '../test/support/web-checkout/shopper.ts'

const { values } = parseArgs({
  options: { times: { type: 'string', default: '60' }, lines: { type: 'string', default: '500' } },
})
const [times, lines] = [Number(values.times), Number(values.lines)]
const MEGABYTE = 1_000_000

/** Presses "Pay" again and again. @param changes whether the cart changes before each time */
async function measure(name: string, { limit, changes }: { limit: string; changes: boolean }): Promise<object> {
  const service = await startService('sqlite', { HOLD_RATE_LIMIT: limit })
  const shop = await startShopOf(service)
  try {
    const products = Array.from({ length: lines }, (_, n) => 100_000 + n)
    await importPrice(service, '10.00', { products: products.map(id => product({ id, name: `Ürün ${id}` })) })
    const token = await service.token('guest')
    await fillCart(service, token, products)
    const shopper = shopperOf(shop, token, await signIn(service, token))
    const before = await sizeOf(service)
    const from = performance.now()
    const pages = new Set<string | null>()
    let refused = 0
    for (let n = 0; n < times; n++) {
      if (changes) await add(service, token, products[0] ?? ids.plain)
      const { status, location } = await shopper.send(await shopper.payFields())
      if (status === 303) pages.add(location)
      else refused++
    }
    const seconds = (performance.now() - from) / 1000
    const grown = (await sizeOf(service)) - before
    return {
      case: name,
      places: pages.size,
      refused,
      'growth, MB': grown / MEGABYTE,
      seconds: Number(seconds.toFixed(1)),
    }
  } finally {
    await shop.stop()
    await service.stop()
  }
}

async function add(service: TestService, token: string, productId: number): Promise<void> {
  await service.call('POST', '/cart-items', { token, body: { productId, quantity: 1 } })
}

/** The size of the database in bytes, without its log. */
async function sizeOf({ database: { kysely } }: TestService): Promise<number> {
  const { rows: pages } = await sql<{ page_count: number }>`pragma page_count`.execute(kysely)
  const { rows: sizes } = await sql<{ page_size: number }>`pragma page_size`.execute(kysely)
  return (pages[0]?.page_count ?? 0) * (sizes[0]?.page_size ?? 0)
}

console.log(`"Pay" ${times} times, ${lines} lines, Node.js ${process.version}`)
console.table([
  await measure('fresh pages', { limit: '10', changes: false }),
  await measure('other totals', { limit: '10', changes: true }),
  await measure('other totals, no limit', { limit: '0', changes: true }),
])

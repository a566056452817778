/** Pricing and text of carts in this process. */

import { createCartTextWriter } from '../../src/cart/pricing/cart-text.ts'
import { presentAnswer } from '../../src/cart/pricing/presented-answer.ts'
import { priceCart } from '../../src/cart/pricing/price-cart.ts'
import type { ShopSnapshot } from '../../src/shop/shop.ts'
import { campaignsOf, createCarts, createShop, type MakeCart, tierPricesOf } from './shop.ts'
import { columnsOf, inTurn, tenths } from './turns.ts'

const NOW = Date.parse('2026-06-01T12:00:00+03:00')
const PUBLIC_URL = 'http://localhost:8080'
/** Before the first round: the code is compiled, and every product and campaign has been seen. */
const WARM_UP_MS = 400

/** A shop with its carts. */
interface Case {
  name: string
  read: (n: number) => string
  firstReadMs: number
}

function createCase(name: string, snapshot: ShopSnapshot, cartOf: MakeCart): Case {
  const writeText = createCartTextWriter(PUBLIC_URL)
  const read = (n: number) => {
    const priced = priceCart(cartOf(n), snapshot, { now: NOW, channel: 'app' })
    return presentAnswer(priced, { shop: snapshot.shop, writeText, publicUrl: PUBLIC_URL }).toText()
  }
  const begun = performance.now()
  read(0)
  return { name, read, firstReadMs: performance.now() - begun }
}

/** @returns the processor time of a read in microseconds */
function measure({ read }: Case, milliseconds: number): number {
  const [begun, before] = [performance.now(), process.cpuUsage()]
  let reads = 0
  while (performance.now() - begun < milliseconds) read(reads++)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / reads
}

/** Measures carts of `lines` lines. @returns a row for each shop */
export async function measureInProcess(
  lines: number,
  { rounds, milliseconds, only }: { rounds: number; milliseconds: number; only: string },
): Promise<object[]> {
  const names = Object.keys(campaignsOf).filter(name => name.includes(only))
  const cases = names.map(name => {
    const shop = createShop(campaignsOf[name]?.() ?? [], name.includes('groups') ? 'groups' : 'one')
    return createCase(name, shop, createCarts(lines, tierPricesOf(name)))
  })
  for (const each of cases) measure(each, WARM_UP_MS)
  const turns = await inTurn(cases, rounds, each => measure(each, milliseconds))
  return cases.map(({ name, read, firstReadMs }) => ({
    shop: name,
    ...columnsOf(turns, name),
    'first read ms': tenths(firstReadMs),
    'answer bytes': read(0).length,
  }))
}

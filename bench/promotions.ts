/**
 * Benchmark of what promotions cost a read: pricing a cart and writing its text, in one process, the shops in turn in each round.
 * `node bench/promotions.ts [--rounds 60] [--milliseconds 20] [--only <words of a shop's name>]`
 * The difference of a shop to the first one is the median of the rounds' differences, so that other load on the machine affects both.
 */

import { parseArgs } from 'node:util'
import { createCartTextWriter } from '../src/cart/pricing/cart-text.ts'
import { presentAnswer } from '../src/cart/pricing/presented-answer.ts'
import { priceCart } from '../src/cart/pricing/price-cart.ts'
import type { ShopSnapshot } from '../src/shop/shop.ts'
import { createCarts, type MakeCart, shops } from './promotions/shop.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '60' },
    milliseconds: { type: 'string', default: '20' },
    only: { type: 'string' },
  },
})
const rounds = Number(values.rounds)
const NOW = Date.parse('2026-06-01T12:00:00+03:00')
const PUBLIC_URL = 'http://localhost:8080'
/** Before the first round: the code is compiled, and every product and campaign has been seen. */
const WARM_UP_MS = 400
const SIZES = [3, 500]

/** A shop with its carts. */
interface Case {
  name: string
  read: (n: number) => string
}

function createCase(name: string, snapshot: ShopSnapshot, cartOf: MakeCart): Case {
  const writeText = createCartTextWriter(PUBLIC_URL)
  const read = (n: number) => {
    const priced = priceCart(cartOf(n), snapshot, { now: NOW, channel: 'app' })
    return presentAnswer(priced, { shop: snapshot.shop, writeText, publicUrl: PUBLIC_URL }).toText()
  }
  return { name, read }
}

/** @returns the processor time of a read in microseconds */
function measure({ read }: Case, milliseconds: number): number {
  const [begun, before] = [performance.now(), process.cpuUsage()]
  let reads = 0
  while (performance.now() - begun < milliseconds) read(reads++)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / reads
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

const tenths = (value: number) => Math.round(10 * value) / 10

for (const size of SIZES) {
  const names = Object.keys(shops).filter(name => name.includes(values.only ?? ''))
  const firstReads = new Map<string, number>()
  const cases = names.map(name => {
    const one = createCase(name, (shops[name] as () => ShopSnapshot)(), createCarts(size))
    const begun = performance.now()
    one.read(0)
    firstReads.set(name, performance.now() - begun)
    return one
  })
  for (const each of cases) measure(each, WARM_UP_MS)
  const micros = new Map<string, number[]>(names.map(name => [name, []]))
  for (let n = 0; n < rounds; n++) {
    for (const each of n % 2 === 0 ? cases : cases.toReversed()) {
      micros.get(each.name)?.push(measure(each, Number(values.milliseconds)))
    }
  }
  const differences = (name: string, base: string) => {
    const bases = micros.get(base) ?? []
    return tenths(median((micros.get(name) ?? []).map((value, index) => value - (bases[index] ?? Number.NaN))))
  }
  console.log(`${size} lines, ${rounds} rounds of ${values.milliseconds} ms`)
  console.table(
    cases.map(({ name, read }) => ({
      shop: name,
      'CPU µs': tenths(median(micros.get(name) ?? [])),
      'more than the first shop, µs': differences(name, names[0] ?? name),
      'first read ms': tenths(firstReads.get(name) ?? Number.NaN),
      'answer bytes': read(0).length,
    })),
  )
}

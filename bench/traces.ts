/**
 * Benchmark of traces: processor time of a read of the cart without traces, with one of ten, and with all. `node
 * bench/traces.ts`.
 */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { engines } from '../test/support/database/engines.ts'
import { cpuSeconds } from './cart/servers.ts'
import { quantile, sendInTurn } from './load.ts'
import { type ServedShop, serveShop } from './served-shop.ts'

const SIZE = { carts: 100, lines: 3, campaigns: 2 }
const READERS = 16

/** @returns microseconds of processor time per request, including the export */
async function measure({ serving, readCart }: ServedShop, seconds: number): Promise<number> {
  const before = cpuSeconds(serving.child)
  const perSecond = await sendInTurn({ url: serving.url, request: readCart, seconds }, READERS)
  return ((cpuSeconds(serving.child) - before) / (perSecond * seconds)) * 1e6
}

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '3' } },
})
const collector = createServer((request, response) => request.resume().on('end', () => response.end())).listen(0)
const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
const tenth = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' }

for (const engine of engines) {
  const shops: [string, ServedShop][] = [
    ['without traces', await serveShop(engine, SIZE)],
    ['one of ten', await serveShop(engine, SIZE, { OTEL_EXPORTER_OTLP_ENDPOINT, ...tenth })],
    ['all', await serveShop(engine, SIZE, { OTEL_EXPORTER_OTLP_ENDPOINT })],
  ]
  for (const [, shop] of shops) await measure(shop, Number(values.seconds)) // Warms up.
  const measured = new Map(shops.map(([name]) => [name, [] as number[]]))
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const [name, shop] of shops) measured.get(name)?.push(await measure(shop, Number(values.seconds)))
  }
  console.log(`${engine}: processor time of a cart that is read, in microseconds, median of ${values.rounds} rounds`)
  for (const [name, times] of measured) console.log(`${name.padEnd(15)} ${quantile(times, 0.5).toFixed(0)}`)
  for (const [, shop] of shops) await shop.stop()
}
collector.close()

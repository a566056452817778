/** Case `lists`: 1,000 stocks by SKU in one request a second, beside shoppers who read carts and add items. */

import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from '../../src/db/database.ts'
import { createDatabase } from '../../test/support/database/engines.ts'
import { serveProcess } from '../../test/support/service/process.ts'
import { cpuSeconds } from '../cart/servers.ts'
import { quantile, sendAtRate } from '../load.ts'
import { createBackOffice, createShoppers, IN_CARTS, importShop, skuOf } from './shop.ts'

/** Time from the first requests of shoppers to the first change. */
const SETTLE_MS = 2_000

/** Parameters of the case. Rates are per second. */
export interface ListCase {
  seconds: number
  products: number
  reads: number
  adds: number
}

/** Times of changes in milliseconds, and the number of those that were refused. */
interface Changes {
  times: number[]
  refused: number
}

/**
 * Changes the stocks of 1,000 products once a second, from the n-th product on.
 * @returns a function that stops the changes
 */
async function startChanges(env: NodeJS.ProcessEnv, url: string, from: number): Promise<() => Promise<Changes>> {
  const change = await createBackOffice(env, url)
  const changes: Changes = { times: [], refused: 0 }
  let isOver = false
  const changeList = async (round: number) => {
    const begun = performance.now()
    const list = Array.from({ length: IN_CARTS }, (_, n) => ({
      sku: skuOf(from + n),
      stock: 10 + ((round + n) % 1_000),
    }))
    if (await change(list)) changes.times.push(performance.now() - begun)
    else changes.refused++
  }
  const running = (async () => {
    // The shoppers' connections are opened first.
    await sleep(SETTLE_MS)
    for (let round = 1; !isOver; round++) {
      const begun = performance.now()
      await changeList(round)
      await sleep(Math.max(0, 1_000 - (performance.now() - begun)))
    }
  })()
  return async () => {
    isOver = true
    await running
    return changes
  }
}

const ms = (value: number) => Number(value.toFixed(1))

/** Measures an engine, and prints a row without changes, with changes of products in carts, and of others. */
export async function measureLists(engine: Engine, { seconds, products, reads, adds }: ListCase): Promise<void> {
  const database = await createDatabase(engine)
  const limits = { CART_RATE_LIMIT: '0', LOG_LEVEL: 'warn' }
  const env = { ...database.env, ...limits, ACCESS_TOKEN_SECRET: randomBytes(32).toString('hex') }
  await importShop(env, products)
  const serving = await serveProcess(env)
  const request = await createShoppers(env, serving.url, { reads, adds })
  const rows = []
  for (const [name, from] of [
    ['none', undefined],
    ['of products in carts', 0],
    ['of other products', IN_CARTS * 2],
  ] as const) {
    const stop = from === undefined ? undefined : await startChanges(env, serving.url, from)
    const [begun, cpuBefore] = [performance.now(), cpuSeconds(serving.child)]
    const { times } = await sendAtRate({ url: serving.url, request, perSecond: reads + adds, seconds })
    const {
      times: [first = Number.NaN, ...changes],
      refused,
    } = (await stop?.()) ?? { times: [], refused: 0 }
    const elapsed = (performance.now() - begun) / 1_000
    const [read = [], add = []] = [times.get(200), times.get(201)]
    const others = [...times].filter(([status]) => status !== 200 && status !== 201)
    rows.push({
      engine,
      changes: name,
      'server, ms a second': ms(((cpuSeconds(serving.child) - cpuBefore) * 1_000) / elapsed),
      'first change': ms(first),
      'others min': ms(Math.min(...changes)),
      'others p50': ms(quantile(changes, 0.5)),
      'others p99': ms(quantile(changes, 0.99)),
      'others max': ms(Math.max(...changes)),
      'changes refused': refused,
      'read p50': ms(quantile(read, 0.5)),
      'read p99': ms(quantile(read, 0.99)),
      'add p50': ms(quantile(add, 0.5)),
      'add p99': ms(quantile(add, 0.99)),
      'other answers': others.reduce((sum, [, each]) => sum + each.length, 0),
    })
  }
  console.table(rows)
  await serving.kill('SIGTERM')
  await database.drop()
}

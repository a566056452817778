/** Case `campaigns`: one stock in one request every 100 ms, in a shop with large campaigns, beside shoppers who read carts. */

import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from '../../src/db/database.ts'
import { createDatabase } from '../../test/support/database/engines.ts'
import { campaign } from '../../test/support/promotions/promotions.ts'
import { serveProcess } from '../../test/support/service/process.ts'
import { cpuSeconds } from '../cart/servers.ts'
import { quantile, sendAtRate } from '../load.ts'
import { createBackOffice, createShoppers, IN_CARTS, importShop, skuOf } from './shop.ts'

const CHANGE_EVERY_MS = 100

/** Parameters of the case. `seconds` is the length of each turn with changes, and of each without. */
export interface CampaignCase {
  seconds: number
  turns: number
  campaigns: number
  customerIds: number
  /** Reads per second. */
  reads: number
}

/** What was measured with changes, or without. Times are in milliseconds. */
interface Measured {
  medians: number[]
  times: number[]
  /** Processor time of the server per second. */
  server: number[]
  changes: number
  otherAnswers: number
}

/** Campaigns for members in long lists, as a back office writes them from a newsletter's receivers. */
function campaignsOf({ campaigns, customerIds }: CampaignCase): object[] {
  return Array.from({ length: campaigns }, (_, n) => ({
    id: n + 1,
    ...campaign({ name: `K${n}`, logicalGroup: 1, priority: n }),
    audience: { customerIds: Array.from({ length: customerIds }, (_, at) => 1_000_000 + n * customerIds + at) },
  }))
}

/** Changes one stock every 100 ms. @returns a function that stops, and returns the number of changes */
function startChanges(change: (changes: object[]) => Promise<boolean>): () => Promise<number> {
  let [count, isOver] = [0, false]
  const running = (async () => {
    for (; !isOver; count++) {
      const begun = performance.now()
      if (!(await change([{ sku: skuOf(count % IN_CARTS), stock: Math.floor(begun) }]))) throw new Error('refused')
      await sleep(Math.max(0, CHANGE_EVERY_MS - (performance.now() - begun)))
    }
  })()
  return async () => {
    isOver = true
    await running
    return count
  }
}

/** Measures an engine in turns without and with changes, and prints a row for each. */
export async function measureBesideCampaigns(engine: Engine, parameters: CampaignCase): Promise<void> {
  const { seconds, turns, reads } = parameters
  const database = await createDatabase(engine)
  const limits = { CART_RATE_LIMIT: '0', LOG_LEVEL: 'warn', IMPORT_BODY_LIMIT_MB: '64' }
  const env = { ...database.env, ...limits, ACCESS_TOKEN_SECRET: randomBytes(32).toString('hex') }
  await importShop(env, IN_CARTS, { campaigns: campaignsOf(parameters) })
  const serving = await serveProcess(env)
  const request = await createShoppers(env, serving.url, { reads: 1, adds: 0 })
  const change = await createBackOffice(env, serving.url)
  const empty = (): Measured => ({ medians: [], times: [], server: [], changes: 0, otherAnswers: 0 })
  const measured = { none: empty(), 'every 100 ms': empty() }
  for (let turn = 0; turn < 2 * turns; turn++) {
    const into = measured[turn % 2 ? 'every 100 ms' : 'none']
    const stop = turn % 2 ? startChanges(change) : async () => 0
    const [begun, cpuBefore] = [performance.now(), cpuSeconds(serving.child)]
    const { times } = await sendAtRate({ url: serving.url, request, perSecond: reads, seconds })
    into.changes += await stop()
    into.server.push(((cpuSeconds(serving.child) - cpuBefore) * 1_000_000) / (performance.now() - begun))
    const read = times.get(200) ?? []
    into.medians.push(quantile(read, 0.5))
    into.times.push(...read)
    into.otherAnswers += [...times.values()].reduce((sum, each) => sum + each.length, 0) - read.length
  }
  console.table(Object.entries(measured).map(([changes, each]) => ({ engine, stock: changes, ...rowOf(each) })))
  await serving.kill('SIGTERM')
  await database.drop()
}

function rowOf({ medians, times, server, changes, otherAnswers }: Measured) {
  const ms = (value: number) => Number(value.toFixed(2))
  return {
    changes,
    'server, ms a second': Math.round(quantile(server, 0.5)),
    'read p50, lowest turn': ms(Math.min(...medians)),
    'read p50': ms(quantile(times, 0.5)),
    'read p50, highest turn': ms(Math.max(...medians)),
    'read p99': ms(quantile(times, 0.99)),
    reads: times.length,
    'other answers': otherAnswers,
  }
}

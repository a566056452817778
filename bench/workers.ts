/**
 * Benchmark of `serve --workers N`: whether N workers answer N times as much, on a machine with fewer cores. Each
 * worker gets a small share of a core, so that client, PostgreSQL and Redis have the rest.
 * `node bench/workers.ts [--share 0.15] [--workers 1,2,3,4] [--seconds 5]`; needs Linux with cgroups of version 1, and
 * root. PostgreSQL from TEST_POSTGRES_URL, Redis from TEST_REDIS_URL or 127.0.0.1:6379.
 */

import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findRedis } from '../test/support/database/find-redis.ts'
import { createFixture, type Fixture } from './cart/fixture.ts'
import { type Generator, type Kind, startGenerator } from './cart/generator.ts'
import { childrenOf } from './cart/processes.ts'
import { startProduct } from './cart/servers.ts'

/** Small, so that every worker has every shopper's token in its cache. */
const SIZE = { carts: 2_000, products: 2_000, lines: 3, campaigns: 5 }
const CONNECTIONS_PER_WORKER = 8
const KINDS: Kind[] = ['read', 'add']
const CPU_GROUPS = '/sys/fs/cgroup/cpu'
const WARM_UP_ROUNDS = 3
const PERIOD_MICROS = 20_000

const { values } = parseArgs({
  options: {
    share: { type: 'string', default: '0.15' },
    workers: { type: 'string', default: '1,2,3,4' },
    seconds: { type: 'string', default: '5' },
  },
})
const seconds = Number(values.seconds)

/**
 * Limits each process to a share of a core by a cgroup.
 * @returns a function that removes the cgroups after the processes have ended
 */
function restrain(pids: number[], share: number): () => void {
  const folders = pids.map(pid => join(CPU_GROUPS, `sepet-bench-${pid}`))
  for (const [index, folder] of folders.entries()) {
    mkdirSync(folder)
    writeFileSync(join(folder, 'cpu.cfs_period_us'), String(PERIOD_MICROS))
    writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(Math.round(PERIOD_MICROS * share)))
    writeFileSync(join(folder, 'cgroup.procs'), String(pids[index]))
  }
  return () => {
    for (const folder of folders) rmdirSync(folder)
  }
}

/** @returns responses per second with this number of workers */
async function measure(fixture: Fixture, generator: Generator, workers: number): Promise<Record<Kind, number>> {
  const env = { ...fixture.env, REDIS_URL: redis.url }
  const server = await startProduct(env, ['--workers', String(workers)])
  const ask = async (kind: Kind) => {
    const round = { url: server.url, kind, connections: workers * CONNECTIONS_PER_WORKER, seconds }
    await generator.ask(round)
    return Math.round((await generator.ask(round)).perSecond)
  }
  // Statements are prepared and functions compiled before the limit applies.
  for (let n = 0; n < WARM_UP_ROUNDS; n++) for (const kind of KINDS) await ask(kind)
  const release = restrain(workers === 1 ? [server.pid] : childrenOf(server.pid), Number(values.share))
  try {
    const [read, add] = [await ask('read'), await ask('add')]
    return { read, add }
  } finally {
    await server.stop()
    release()
  }
}

const redis = await findRedis()
if (!redis.url) throw new Error(`There is no Redis: ${redis.how}`)
const fixture = await createFixture('postgres', SIZE)
const generator = startGenerator(fixture.shoppers)
try {
  const rows: object[] = []
  const first: Partial<Record<Kind, number>> = {}
  for (const workers of values.workers.split(',').map(Number)) {
    const answered = await measure(fixture, generator, workers)
    for (const kind of KINDS) first[kind] ??= answered[kind] / workers
    const times = (kind: Kind) => Math.round((answered[kind] / (first[kind] ?? 0)) * 100) / 100
    rows.push({
      workers,
      'reads/s': answered.read,
      times: times('read'),
      'adds/s': answered.add,
      'times ': times('add'),
    })
  }
  console.log(`Workers with ${values.share} of a core each`)
  console.table(rows)
} finally {
  await generator.stop()
  await fixture.drop()
  await redis.stop()
}

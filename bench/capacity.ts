/**
 * Benchmark of the cost of a request: processor time of Sepet, PostgreSQL and Redis, with one process and with several,
 * and the cores that a request rate needs.
 * `node bench/capacity.ts [--seconds 3] [--rounds 5] [--workers 1,2] [--rate 1000]`, at the highest possible rate or at
 * the given rate.
 * PostgreSQL from TEST_POSTGRES_URL, Redis from TEST_REDIS_URL or 127.0.0.1:6379; both must run on this machine,
 * because their processes are measured.
 */

import { parseArgs } from 'node:util'
import pg from 'pg'
import { findRedis } from '../test/support/database/find-redis.ts'
import { createFixture, type Fixture } from './cart/fixture.ts'
import { type Kind, startGenerator } from './cart/generator.ts'
import { type CpuSeconds, cpuByPart } from './cart/processes.ts'
import { residentMegabytes, type Server, startProduct } from './cart/servers.ts'

const SIZE = { carts: 50_000, products: 10_000, lines: 3, campaigns: 5 }
const CONNECTIONS = 16
const KINDS: Kind[] = ['read', 'add']
/** The share of reads in the table of cores. */
const SHARE_OF_READS = 0.9
/** The average utilization of a core. */
const BUSY = 0.6
const RATES = [100, 1_000, 3_000, 10_000, 30_000, 100_000]

/** The cost of a kind of request: processor time in microseconds per response, and bytes of WAL per response. */
interface Cost extends CpuSeconds {
  workers: number
  request: Kind
  perSecond: number
  walBytes: number
  megabytes: number
}

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    workers: { type: 'string', default: '1,2' },
    rate: { type: 'string' },
  },
})
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
const pace = values.rate === undefined ? {} : { perSecond: Number(values.rate) }

/** Measures each kind of request with this number of workers. @returns the rounds with the median cost of Sepet */
async function measure(fixture: Fixture, workers: number): Promise<Cost[]> {
  const args = workers > 1 ? ['--workers', String(workers)] : []
  const server = await startProduct({ ...fixture.env, REDIS_URL: redis.url }, args)
  const generator = startGenerator(fixture.shoppers)
  const wal = new pg.Client(fixture.env.DATABASE_URL)
  await wal.connect()
  try {
    const costs: Cost[] = []
    for (const request of KINDS) {
      const ask = () => generator.ask({ url: server.url, kind: request, connections: CONNECTIONS, seconds, ...pace })
      for (let n = 0; n < rounds; n++) await ask()
      const measured: Cost[] = []
      for (let n = 0; n < rounds; n++) measured.push({ workers, request, ...(await costOf(server, wal, ask)) })
      costs.push(measured.sort((a, b) => a.sepet - b.sepet)[Math.floor(rounds / 2)] as Cost)
    }
    return costs
  } finally {
    await wal.end()
    await generator.stop()
    await server.stop()
  }
}

/** Runs one round. @returns the cost per response */
async function costOf(server: Server, wal: pg.Client, ask: () => Promise<{ perSecond: number }>) {
  const [before, written] = [cpuByPart(server), await walPosition(wal)]
  const { perSecond } = await ask()
  const [after, answers] = [cpuByPart(server), perSecond * seconds]
  const micros = (part: keyof CpuSeconds) => Math.round(((after[part] - before[part]) * 1e6) / answers)
  return {
    perSecond: Math.round(perSecond),
    sepet: micros('sepet'),
    postgres: micros('postgres'),
    redis: micros('redis'),
    walBytes: Math.round(((await walPosition(wal)) - written) / answers),
    megabytes: Math.round(residentMegabytes(server)),
  }
}

/** @returns the bytes of WAL that PostgreSQL has written so far */
async function walPosition(client: pg.Client): Promise<number> {
  const { rows } = await client.query("select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as bytes")
  return Number(rows[0].bytes)
}

/** Computes cores from the cost of a mixed request; a process uses one core. */
function needs(perSecond: number, read: Cost, add: Cost): object {
  const mixed = (part: 'sepet' | 'postgres' | 'redis' | 'walBytes') =>
    read[part] * SHARE_OF_READS + add[part] * (1 - SHARE_OF_READS)
  const cores = (part: keyof CpuSeconds) => Math.round((perSecond * mixed(part)) / 1e5 / BUSY) / 10
  return {
    'requests/s': perSecond,
    'Sepet cores': cores('sepet'),
    'PostgreSQL cores': cores('postgres'),
    'Redis cores': cores('redis'),
    'WAL MB/s': Math.round((perSecond * mixed('walBytes')) / 1e5) / 10,
  }
}

const redis = await findRedis()
if (!redis.url) throw new Error(`There is no Redis: ${redis.how}`)
const fixture = await createFixture('postgres', SIZE)
try {
  const costs: Cost[] = []
  for (const workers of values.workers.split(',')) costs.push(...(await measure(fixture, Number(workers))))
  console.log('Microseconds of processor time and bytes of WAL for each answer')
  console.table(costs)
  const [read, add] = costs as [Cost, Cost]
  console.log(`Cores that are ${BUSY * 100} % busy, ${SHARE_OF_READS * 100} % of requests read`)
  console.table(RATES.map(perSecond => needs(perSecond, read, add)))
} finally {
  await fixture.drop()
  await redis.stop()
}

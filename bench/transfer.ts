/**
 * Benchmark of `sepet transfer`: the time of each direction and the most memory of the command, by number of carts.
 * `TEST_POSTGRES_URL=… node bench/transfer.ts [--carts 100000] [--lines 3]`.
 */

import { parseArgs } from 'node:util'
import { createDatabase } from '../test/support/database/engines.ts'
import { spawnSepet } from '../test/support/service/process.ts'
import { createFixture } from './cart/fixture.ts'
import { peakMegabytes } from './cart/servers.ts'

/** How often the memory of the command is read, in milliseconds. */
const EVERY_MS = 50

const { values } = parseArgs({
  options: { carts: { type: 'string', default: '100000' }, lines: { type: 'string', default: '3' } },
})
const [carts, lines] = [Number(values.carts), Number(values.lines)]

/** Runs the command. @returns its seconds, and the megabytes of its largest size */
async function measure(args: string[], env: NodeJS.ProcessEnv): Promise<{ seconds: number; megabytes: number }> {
  const began = performance.now()
  const child = spawnSepet(args, env)
  let megabytes = 0
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', text => (output += text))
  const timer = setInterval(() => {
    if (child.exitCode === null) megabytes = Math.max(megabytes, Math.round(peakMegabytes(child) || 0))
  }, EVERY_MS)
  const status = await new Promise(resolve => child.on('close', resolve))
  clearInterval(timer)
  if (status !== 0) throw new Error(output)
  return { seconds: Math.round((performance.now() - began) / 100) / 10, megabytes }
}

const size = { carts, lines, products: 10_000, customers: 10_000, campaigns: 5, maxShoppers: 1 }
const fixture = await createFixture('sqlite', size)
const postgres = await createDatabase('postgres')
const back = await createDatabase('sqlite')
try {
  const url = postgres.env.DATABASE_URL ?? ''
  const there = await measure(['transfer', '--to', url], fixture.env)
  const again = await measure(['transfer', '--from', url], { ...fixture.env, ...back.env })
  console.table([
    { direction: 'to PostgreSQL', carts, lines, ...there },
    { direction: 'from PostgreSQL', carts, lines, ...again },
  ])
} finally {
  for (const each of [fixture, postgres, back]) await each.drop()
}

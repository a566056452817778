/**
 * Benchmark of the start: time to the first response of `sepet serve` and its memory, compiled and from TypeScript,
 * each with and without a cache of compiled code.
 * `npm run build && node bench/start.ts [--rounds 15]`
 */

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { endWithParent } from '../test/support/service/end-with-parent.ts'
import { freePort } from '../test/support/service/test-server.ts'
import { cpuSeconds, residentMegabytes } from './cart/servers.ts'

const ROOT = join(import.meta.dirname, '..')
const WAYS = [
  { name: 'TypeScript', file: 'src/cli/sepet.ts', cached: false },
  { name: 'TypeScript, cached', file: 'src/cli/sepet.ts', cached: true },
  { name: 'compiled', file: 'dist/cli/sepet.js', cached: false },
  { name: 'compiled, cached', file: 'dist/cli/sepet.js', cached: true },
]

interface Start {
  milliseconds: number
  cpuMilliseconds: number
  megabytes: number
}

/** Starts the server, and stops it after its first response. */
async function measure(command: string[], env: NodeJS.ProcessEnv): Promise<Start> {
  const port = String(await freePort())
  const began = performance.now()
  const child = endWithParent(spawn(process.execPath, [...command, 'serve', '--port', port], { env, stdio: 'ignore' }))
  const ended = new Promise(resolve => child.once('exit', resolve))
  while (!(await answers(`http://127.0.0.1:${port}/health/ready`))) await sleep(2)
  const milliseconds = performance.now() - began
  const cpuMilliseconds = cpuSeconds(child) * 1_000
  const megabytes = residentMegabytes(child)
  child.kill('SIGINT')
  await ended
  return { milliseconds, cpuMilliseconds, megabytes }
}

/** @returns whether the URL answers with success */
const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '15' } } })
const folder = mkdtempSync(join(tmpdir(), 'sepet-bench-'))
const starts = WAYS.map((): Start[] => [])
// The first round creates the database and fills the caches, and is not counted. Variants run in turn, so that other
// load on the machine affects all.
for (let round = 0; round <= Number(values.rounds); round++) {
  for (const [n, { file, cached }] of WAYS.entries()) {
    const env = {
      PATH: process.env.PATH,
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'error',
      ...(cached && { NODE_COMPILE_CACHE: join(folder, 'cache') }),
    }
    const start = await measure([join(ROOT, file)], env)
    if (round > 0) starts[n]?.push(start)
  }
}
rmSync(folder, { recursive: true })
const show = (n: number, read: (start: Start) => number) => Math.round(median((starts[n] ?? []).map(read)))
console.table(
  WAYS.map(({ name }, n) => ({
    way: name,
    'first answer, ms': show(n, each => each.milliseconds),
    'processor time, ms': show(n, each => each.cpuMilliseconds),
    'resident, MB': show(n, each => each.megabytes),
  })),
)

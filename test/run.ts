/**
 * Test runner of `npm test`: runs every test on both engines, and only a sample of what is repeated many times.
 * `--long` runs that in full. PostgreSQL and Redis are found, or started.
 */

import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findNodes } from './support/database/citus.ts'
import { makeRunFolder } from './support/database/database-folder.ts'
import { findPostgres } from './support/database/find-postgres.ts'
import { findRedis } from './support/database/find-redis.ts'
import { makeTemplates } from './support/database/templates.ts'
import { groupFiles, writeGroups } from './support/runner/file-groups.ts'
import { findLeaks } from './support/runner/logs.ts'
import { startReport } from './support/runner/report.ts'
import { killGroup, signalAll } from './support/service/process-tree.ts'

/** Tests wait much of their time: on two processors, three processes use both. */
const PROCESSES = 3
/** Groups of files. Each loads Sepet once, which takes a second of processor time. */
const GROUPS = 2 * PROCESSES

const { values, positionals } = parseArgs({ options: { long: { type: 'boolean' } }, allowPositionals: true })
const TEST_DATABASE_FOLDER = makeRunFolder()
process.env.TEST_DATABASE_FOLDER = TEST_DATABASE_FOLDER
const services = [await findPostgres(), await findRedis()]
const missing = services.filter(each => each.url === undefined)
for (const { name, how } of missing) console.error(`Skipping what needs ${name}: ${how}`)

if (missing.length > 0 && process.env.CI) {
  console.error('In CI nothing is skipped.')
  process.exit(1)
}

const { TEST_CITUS_URL, TEST_PGBOUNCER_URL } = process.env
const nodes = TEST_CITUS_URL ? await findNodes(TEST_CITUS_URL) : []
process.env.TEST_POSTGRES_URL = services[0]?.url ?? ''
if (nodes.length > 0) process.env.TEST_POSTGRES_NODES = nodes.join(' ')
else console.error('Left out: a Citus cluster (TEST_CITUS_URL).')
if (!TEST_PGBOUNCER_URL) console.error('Left out: PgBouncer (TEST_PGBOUNCER_URL).')

const files = globSync(positionals.length > 0 ? positionals : ['src/**/*.test.ts', 'test/**/*.test.ts'])
  .filter(file => !values.long || isSampled(file))
  .sort()
if (files.length === 0) throw new Error(`There is no such test: ${positionals.join(' ')}`)
const timeoutMs = values.long ? 3 * 3_600_000 : 300_000
const TEST_LOG_FOLDER = mkdtempSync(join(tmpdir(), 'sepet-logs-'))
const templates = await makeTemplates(TEST_DATABASE_FOLDER, services[0]?.url, nodes)
const report = values.long ? startReport() : undefined
const env = {
  // Compiling takes a third of the start; the cache shares the result between processes.
  NODE_COMPILE_CACHE: join(tmpdir(), 'sepet-compile-cache'),
  ...process.env,
  TEST_LOG_FOLDER,
  ...templates.env,
  ...(report && { TEST_REPORT: report.path }),
  ...Object.fromEntries(services.map(({ variable, url }) => [variable, url ?? ''])),
}
// The long run measures, so it runs one file at a time.
const modules = values.long ? files : writeGroups(TEST_LOG_FOLDER, groupFiles(files, GROUPS))
const processes = values.long ? 1 : PROCESSES
// Fewer collections of short-lived objects: 4 % less processor time.
const options = [
  '--max-semi-space-size=64',
  `--test-timeout=${timeoutMs}`,
  `--test-concurrency=${processes}`,
  '--test-force-exit',
]
// A group of its own, which ends with the run; after it, also after a signal, the clean-up below runs.
const runner = spawn(process.execPath, ['--test', ...options, ...modules], { stdio: 'inherit', env, detached: true })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void signalAll(runner, 'SIGKILL'))
const status = await new Promise<number>(resolve => runner.on('exit', code => resolve(code ?? 1)))
killGroup(runner)
await templates.drop()
for (const { stop } of services) await stop()
rmSync(TEST_DATABASE_FOLDER, { recursive: true, force: true })
report?.finish(status)
process.exit(status || (holdsLeaks() ? 1 : 0))

/** @returns whether a file runs only a sample in `npm test` */
function isSampled(file: string): boolean {
  return /\/rounds\.ts'/.test(readFileSync(file, 'utf8'))
}

/**
 * Logs of the whole run must not contain a token, a cookie, an email or a plain customer id.
 * @returns whether one does
 */
function holdsLeaks(): boolean {
  const { leaks } = findLeaks(TEST_LOG_FOLDER)
  for (const leak of leaks.slice(0, 20)) console.error(leak)
  if (leaks.length > 0) console.error(`The logs leak: see ${TEST_LOG_FOLDER}.`)
  else rmSync(TEST_LOG_FOLDER, { recursive: true })
  return leaks.length > 0
}

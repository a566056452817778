/** `npm test`: finds (or starts) PostgreSQL and Redis, then runs every test on both engines. `--long` runs those of endurance in full. */

import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findPostgres } from './support/find-postgres.ts'
import { findRedis } from './support/find-redis.ts'
import { findLeaks } from './support/logs.ts'
import { startReport } from './support/report.ts'

const { values, positionals } = parseArgs({ options: { long: { type: 'boolean' } }, allowPositionals: true })
const services = [await findPostgres(), await findRedis()]
const missing = services.filter(each => each.url === undefined)
for (const { name, how } of missing) console.error(`Skipping what needs ${name}: ${how}`)

if (missing.length > 0 && process.env.CI) {
  console.error('In CI nothing is skipped.')
  process.exit(1)
}

const all = values.long ? ['test/resilience/**/*.test.ts'] : ['src/**/*.test.ts', 'test/**/*.test.ts']
const files = positionals.length > 0 ? positionals : globSync(all)
const timeoutMs = values.long ? 3 * 3_600_000 : 300_000
const TEST_LOG_FOLDER = mkdtempSync(join(tmpdir(), 'sepet-logs-'))
const report = values.long ? startReport() : undefined
const env = {
  ...process.env,
  TEST_LOG_FOLDER,
  ...(report && { TEST_REPORT: report.path }),
  ...Object.fromEntries(services.map(({ variable, url }) => [variable, url ?? ''])),
}
// Much of a test is waiting. What is measured by the long run is measured alone.
const filesAtOnce = values.long ? 1 : 2
const options = [`--test-timeout=${timeoutMs}`, `--test-concurrency=${filesAtOnce}`, '--test-force-exit']
const runner = spawn(process.execPath, ['--test', ...options, ...files.sort()], { stdio: 'inherit', env })
const status = await new Promise<number>(resolve => runner.on('exit', code => resolve(code ?? 1)))
for (const { stop } of services) await stop()
report?.finish(status)
process.exit(status || (holdsLeaks() ? 1 : 0))

/** No log of the whole run may give away a token, a cookie, an email or a plain customer id. */
function holdsLeaks(): boolean {
  const { leaks } = findLeaks(TEST_LOG_FOLDER)
  for (const leak of leaks.slice(0, 20)) console.error(leak)
  if (leaks.length > 0) console.error(`The logs leak: see ${TEST_LOG_FOLDER}.`)
  else rmSync(TEST_LOG_FOLDER, { recursive: true })
  return leaks.length > 0
}

/** `npm test`: finds (or starts) PostgreSQL and Redis, then runs every test on both engines. */

import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { findPostgres } from './support/find-postgres.ts'
import { findRedis } from './support/find-redis.ts'

const services = [await findPostgres(), await findRedis()]
const missing = services.filter(each => each.url === undefined)
for (const { name, how } of missing) console.error(`Skipping what needs ${name}: ${how}`)

if (missing.length > 0 && process.env.CI) {
  console.error('In CI nothing is skipped.')
  process.exit(1)
}

const chosen = process.argv.slice(2)
const files = chosen.length > 0 ? chosen : globSync(['src/**/*.test.ts', 'test/**/*.test.ts'])
const env = { ...process.env, ...Object.fromEntries(services.map(({ variable, url }) => [variable, url ?? ''])) }
const runner = spawn(process.execPath, ['--test', '--test-timeout=300000', ...files.sort()], { stdio: 'inherit', env })
const status = await new Promise<number>(resolve => runner.on('exit', code => resolve(code ?? 1)))
for (const { stop } of services) await stop()
process.exit(status)

/**
 * Test runner of `npm test` and its siblings: runs one tier or every tier, and only a sample of what is repeated many times. `--long` runs
 * that in full, `--changed` only what changes can reach, and `--titles <file>` lists the tests. PostgreSQL and Redis are found, or started,
 * where a tier uses them.
 */

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeRunFolder } from './support/database/database-folder.ts'
import { makeEmbeddedTemplates } from './support/database/templates.ts'
import { groupFiles, writeGroups } from './support/runner/file-groups.ts'
import { findLeaks } from './support/runner/logs.ts'
import { startReport } from './support/runner/report.ts'
import { type Part, readPlan } from './support/runner/run-arguments.ts'
import { seed } from './support/runner/seed.ts'
import { type Services, startServices, WITHOUT_SERVICES } from './support/runner/services.ts'
import { killGroup, signalAll } from './support/service/process-tree.ts'

/** Tests wait for servers and browsers: more processes than processors use all of these. */
const PROCESSES = availableParallelism() + 1
/** Groups of files of a part. Each loads Sepet once, which takes a second of processor time. */
const GROUPS = 2 * PROCESSES

const { parts, isLong, titles } = readPlan(process.argv.slice(2))
// No test is reached by the changes.
if (parts.length === 0) process.exit(0)
const TEST_DATABASE_FOLDER = makeRunFolder()
process.env.TEST_DATABASE_FOLDER = TEST_DATABASE_FOLDER
const TEST_LOG_FOLDER = mkdtempSync(join(tmpdir(), 'sepet-logs-'))
const removeFolder = () => rmSync(TEST_DATABASE_FOLDER, { recursive: true, force: true })
const services = await servicesOf(parts)
const templates = await makeEmbeddedTemplates(TEST_DATABASE_FOLDER)
const report = isLong ? startReport() : undefined
const env = {
  // Compiling takes a third of the start; the cache shares the result between processes.
  NODE_COMPILE_CACHE: join(tmpdir(), 'sepet-compile-cache'),
  ...process.env,
  TEST_LOG_FOLDER,
  FUZZ_SEED: String(seed),
  ...templates.env,
  ...(report && { TEST_REPORT: report.path }),
}
const reporter = join(import.meta.dirname, 'support/runner/titles-reporter.ts')
const options = [
  // `sepet-client` is read from its TypeScript.
  '--conditions=sepet-source',
  // Fewer collections of short-lived objects: 4 % less processor time.
  '--max-semi-space-size=64',
  `--test-timeout=${isLong ? 3 * 3_600_000 : 300_000}`,
  // The long run measures, so it runs one file at a time.
  `--test-concurrency=${isLong ? 1 : PROCESSES}`,
  '--test-force-exit',
  ...(titles ? ['--test-reporter=spec', '--test-reporter-destination=stdout'] : []),
  ...(titles ? [`--test-reporter=${reporter}`, `--test-reporter-destination=${titles}`] : []),
]
const modules = parts.flatMap(modulesOf)
// A group of its own, which ends with the run; after it, also after a signal, the clean-up below runs.
const runner = spawn(process.execPath, ['--test', ...options, ...modules], { stdio: 'inherit', env, detached: true })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void signalAll(runner, 'SIGKILL'))
const status = await new Promise<number>(resolve => runner.on('exit', code => resolve(code ?? 1)))
killGroup(runner)
await services.stop()
removeFolder()
report?.finish(status)
console.log(`FUZZ_SEED=${seed} repeats the random cases of this run.`)
// The logs of a run that failed are searched, too: one run tells all that is wrong.
const leaks = holdsLeaks()
process.exit(status || (leaks ? 1 : 0))

/** Starts PostgreSQL and Redis where a part uses them; ends the run when one is missing in CI. */
async function servicesOf(parts: Part[]): Promise<Services> {
  if (!parts.some(({ usesServices }) => usesServices)) return { env: {}, stop: async () => {} }
  try {
    return await startServices()
  } catch (error) {
    removeFolder()
    console.error((error as Error).message)
    return process.exit(1)
  }
}

/** @returns the modules that run the files of a part */
function modulesOf({ name, files, engines, usesServices }: Part): string[] {
  const variables = { TEST_ENGINES: engines.join(' '), ...(usesServices ? services.env : WITHOUT_SERVICES) }
  const groups = isLong ? files.map(file => [file]) : groupFiles(files, GROUPS)
  return writeGroups(join(TEST_LOG_FOLDER, name), groups, variables)
}

/**
 * Logs of the whole run must not contain a token, a cookie, an email or a plain customer id.
 * @returns whether one does
 */
function holdsLeaks(): boolean {
  const { leaks } = findLeaks(TEST_LOG_FOLDER)
  for (const leak of leaks.slice(0, 20)) console.error(leak)
  if (leaks.length > 0) console.error(`The logs leak: see ${TEST_LOG_FOLDER}.`)
  else if (status === 0) rmSync(TEST_LOG_FOLDER, { recursive: true })
  return leaks.length > 0
}

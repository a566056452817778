/** `sepet transfer`: moves everything between the embedded database and PostgreSQL, and prints the rows and checksum of every table. */

import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import { needsGenerated, SECRETS_FILE } from '../config/secrets.ts'
import { embeddedFile, openDatabase, serverLockFile } from '../db/open.ts'
import { describePlace } from '../db/postgres/postgres-url.ts'
import { lockServer } from '../db/sqlite/server-lock.ts'
import { type TransferProgress, type Transferred, transferDatabase } from '../transfer/transfer.ts'
import { CommandError } from './command-error.ts'
import { describeFailure } from './describe-failure.ts'
import { createProgressBar, drawTransfer, type Screen } from './progress-bar.ts'
import { withSignalCleanUp } from './with-signal-clean-up.ts'

/** Where the data goes, and the URL of the PostgreSQL database. */
export interface Direction {
  option: '--to' | '--from'
  url: string
}

/** Output streams of the command, and whether the terminal cannot clear a line (`TERM=dumb`). */
export interface TransferOutput {
  stdout: Screen
  stderr: Screen
  isDumb: boolean
}

const INTERRUPTED = 'Interrupted: nothing was transferred.'
const INTERRUPTED_LATE =
  'Interrupted: either everything or nothing was transferred. To be sure, repeat it: a target with data is refused.'

/**
 * Transfers everything.
 * @param now milliseconds since the epoch, for the mark of the source
 * @throws CommandError with the cure when nothing was transferred
 */
export async function transfer(
  config: Config,
  { option, url }: Direction,
  { now, output }: { now: number; output: TransferOutput },
): Promise<void> {
  const file = embeddedFile(config)
  if (option === '--to' && !existsSync(file)) {
    throw new CommandError(`There is no embedded database at ${file}. Is DATA_DIR right?`)
  }
  const postgres = `PostgreSQL at ${describePlace(url)}`
  const folder = `the embedded database in ${resolve(config.DATA_DIR)}`
  const target = option === '--to' ? postgres : folder
  const lock = lockServer(serverLockFile(config))
  if (!lock) throw new CommandError(`A server or another transfer runs on ${folder}: stop it first.`)
  try {
    report(await runTransfer(config, { option, url }, { mark: { target, transferredAt: now }, output }), output)
    output.stdout.write(`Transferred to ${target}.\n${nextSteps(config, option)}\n`)
  } catch (error) {
    throw new CommandError(describeFailure(error).join('\n').replaceAll('DATABASE_URL', option), error)
  } finally {
    lock.end()
  }
}

async function runTransfer(
  config: Config,
  { option, url }: Direction,
  { mark, output }: { mark: { target: string; transferredAt: number }; output: TransferOutput },
): Promise<Transferred> {
  const bar = createProgressBar(output.stderr, drawTransfer, output)
  let phase: TransferProgress['phase'] = 'copying'
  const onProgress = (progress: TransferProgress) => {
    phase = progress.phase
    bar.show(progress)
  }
  const onInterrupt = () => {
    bar.clear()
    output.stderr.write(`${phase === 'saving' ? INTERRUPTED_LATE : INTERRUPTED}\n`)
  }
  const embedded = openDatabase({ DATA_DIR: config.DATA_DIR, DATABASE_URL: undefined })
  const postgres = openDatabase({ DATA_DIR: config.DATA_DIR, DATABASE_URL: url })
  const [source, target] = option === '--to' ? [embedded, postgres] : [postgres, embedded]
  try {
    return await withSignalCleanUp(onInterrupt, () => transferDatabase(source, target, { mark, onProgress }))
  } finally {
    bar.clear()
    await Promise.all([embedded.close(), postgres.close()])
  }
}

function report({ tables, markFailure }: Transferred, { stdout, stderr }: TransferOutput): void {
  const widest = Math.max(...tables.map(({ name }) => name.length))
  stdout.write('Rows and checksums, equal in both databases:\n')
  for (const { name, rows, checksum } of tables) {
    stdout.write(`  ${name.padEnd(widest)}  ${rows.toLocaleString('en').padStart(11)}  ${checksum}\n`)
  }
  if (markFailure === undefined) return
  const [reason] = describeFailure(markFailure)
  stderr.write(`The source could not be marked, so that a server on it will not say where the data is: ${reason}\n`)
}

/** What the operator does next. Generated secrets, which tokens need, are files of DATA_DIR. */
function nextSteps(config: Config, option: Direction['option']): string {
  const areSecretsThere = existsSync(join(config.DATA_DIR, SECRETS_FILE))
  if (option === '--to') return `Start the server with DATABASE_URL${areSecretsThere ? ', in the same DATA_DIR' : ''}.`
  const start = 'Start the server without DATABASE_URL'
  if (areSecretsThere || !needsGenerated(config)) return `${start}.`
  return `${start}. For tokens of before, first copy ${SECRETS_FILE} from the DATA_DIR that it had.`
}

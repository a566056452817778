/** Context of the commands: the configuration, and the configured database. */

import type { Command } from 'commander'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/database.ts'

/** Environment variables that contain the configuration. */
export type Environment = NodeJS.ProcessEnv

/** Adds a command to the program. The module of the command is loaded when the command runs, for a fast start. */
export type AddCommand = (program: Command, env: Environment) => void

type Work = (database: Database, config: Config) => Promise<void>

/**
 * Reads the configuration.
 * @throws ConfigError when a variable is not valid
 */
export async function configure(env: Environment): Promise<Config> {
  return (await import('../../config/config.ts')).readConfig(env)
}

/** Opens the database, runs `work` with any version of the schema, and closes the database. */
export async function withDatabase(env: Environment, work: Work): Promise<void> {
  const config = await configure(env)
  const database = (await import('../../db/open.ts')).openDatabase(config)
  try {
    await work(database, config)
  } finally {
    await database.close()
  }
}

/**
 * Opens the database, runs `work` with the current schema, and closes the database.
 * @throws Error when a PostgreSQL database has pending migrations
 */
export function withCurrentDatabase(env: Environment, work: Work): Promise<void> {
  return withDatabase(env, async (database, config) => {
    const { requireSchema } = await import('../../db/migrate.ts')
    await requireSchema(database, { mayMigrate: false })
    await warnOfTransfer(database)
    await work(database, config)
  })
}

/** An import into a database that was transferred is likely a mistake, such as that of an old timer. */
async function warnOfTransfer(database: Database): Promise<void> {
  const { describeTransferMark, findTransferMark } = await import('../../db/transfer-mark.ts')
  const mark = await findTransferMark(database)
  if (mark) process.stderr.write(`${describeTransferMark(mark)}\n`)
}

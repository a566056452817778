/** What commands get at when they run: the configuration, and the database that it names. */

import type { Command } from 'commander'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/database.ts'

export type Environment = NodeJS.ProcessEnv

/** Adds a command to the program. What the command does is loaded when it is called: most calls need little of it. */
export type AddCommand = (program: Command, env: Environment) => void

type Work = (database: Database, config: Config) => Promise<void>

export async function configure(env: Environment): Promise<Config> {
  return (await import('../../config/config.ts')).readConfig(env)
}

/** Works on the database, whatever its schema. */
export async function withDatabase(env: Environment, work: Work): Promise<void> {
  const config = await configure(env)
  const database = (await import('../../db/open.ts')).openDatabase(config)
  try {
    await work(database, config)
  } finally {
    await database.close()
  }
}

/** Works on the database once its schema is current. */
export function withCurrentDatabase(env: Environment, work: Work): Promise<void> {
  return withDatabase(env, async (database, config) => {
    const { requireSchema } = await import('../../db/migrate.ts')
    await requireSchema(database, false)
    await work(database, config)
  })
}

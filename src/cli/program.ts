/** The `sepet` program: its name, its commands and its help. */

import { Command, CommanderError, Option } from 'commander'
import { buildVersion } from '../version.ts'
import { addCampaigns } from './commands/campaigns.ts'
import type { AddCommand, Environment } from './commands/command-context.ts'
import { addExport } from './commands/export.ts'
import { addBackup, addMigrate, addPrune, addRestore, addServe, addTransfer } from './commands/server.ts'
import { addCheckouts, addImport, addProducts, addWebhooks } from './commands/shop.ts'
import { addToken } from './commands/terminal.ts'
import { addExamples, styleHelp } from './help.ts'

/** Commands by the headings of the help. */
const groups: Record<string, AddCommand[]> = {
  'The server:': [addServe],
  'The shop:': [addImport, addExport, addProducts, addCampaigns, addCheckouts, addWebhooks],
  'The database:': [addMigrate, addPrune, addBackup, addRestore, addTransfer],
  'For the terminal:': [addToken],
}

/** Prints the version. Computed for this option alone: git is asked for the commit. */
function showVersion(): never {
  process.stdout.write(`${buildVersion()}\n`)
  throw new CommanderError(0, 'commander.version', '')
}

/**
 * Builds the program.
 * @param env variables from which the commands read the configuration
 */
export function buildProgram(env: Environment): Command {
  const program = new Command('sepet')
    .description('Storefront cart, checkout handoff and admin customers, self-hosted.')
    .addOption(new Option('-V, --version', 'show the version'))
    .on('option:version', showVersion)
    .exitOverride()
  for (const [heading, commands] of Object.entries(groups)) {
    program.commandsGroup(heading)
    for (const add of commands) add(program, env)
  }
  addExamples(program, [
    ['sepet serve', 'on http://localhost:8080, with a sample shop'],
    ['sepet token guest', 'an access token for a first request'],
  ])
  return styleHelp(program)
}

/** Commands for the terminal: token. */

import { Option } from 'commander'
import { addExamples } from '../help.ts'
import { positiveInteger } from '../option-values.ts'
import type { TokenOptions } from '../token.ts'
import { TOKEN_KINDS, type TokenKind } from '../token-kinds.ts'
import { type AddCommand, configure } from './command-context.ts'

/** Adds `sepet token`. */
export const addToken: AddCommand = (program, env) => {
  const command = program
    .command('token')
    .description('mint an access token and print it')
    .addArgument(program.createArgument('<kind>', 'kind of subject').choices(TOKEN_KINDS))
    .option('--id <id>', 'customer id, guest UUID or name (default: member 1, a new guest)')
    .option(
      '--scope <scopes>',
      'space-separated scopes, such as sessions:act (default: the cart’s for member and guest, the three of customers for admin)',
    )
    .addOption(new Option('--ttl-seconds <seconds>', 'lifetime').default(3600).argParser(positiveInteger))
    .action(async (kind: TokenKind, options: TokenOptions) => {
      const { describeUnknownScopes, mintToken } = await import('../token.ts')
      const config = await configure(env)
      const unknown = describeUnknownScopes(config, kind, options.scope ?? '')
      if (unknown) command.error(unknown, { exitCode: 2 })
      process.stdout.write(`${await mintToken(config, kind, options)}\n`)
    })
  addExamples(command, [
    ['export TOKEN=$(sepet token guest)', 'a new guest'],
    ['sepet token member --id 42 --ttl-seconds 86400', 'customer 42, for a day'],
  ])
}

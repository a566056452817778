/** Completion script for fish: commands and options with their descriptions. */

import type { CommandWords, OptionWords, Value } from './words.ts'

/** Returns the script: one line per word, with the command that it completes. */
export function fishScript(commands: CommandWords[]): string {
  const paths = commands.map(({ path }) => path).filter(path => path !== '')
  return `# Completion of sepet for fish: sepet completion fish | source
function __sepet_command
  set -l command
  for word in (commandline -opc)[2..]
    set -l longer (string join -- ' ' $command $word)
    contains -- $longer ${paths.map(quote).join(' ')}; and set command $longer
  end
  test "$command" = "$argv[1]"
end
complete -c sepet -f
${commands.flatMap(describeCommand).join('\n')}
`
}

function describeCommand({ path, subcommands, options, argument }: CommandWords): string[] {
  const here = `complete -c sepet -n ${quote(`__sepet_command ${quote(path)}`)}`
  return [
    ...subcommands.map(({ word, about }) => `${here} -a ${word} -d ${quote(about)}`),
    ...(argument ? [`${here} ${describe(argument)}`] : []),
    ...options.map(option => `${here} ${describeOption(option)}`),
  ]
}

function describeOption({ flags, about, value }: OptionWords): string {
  const names = flags.map(flag => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`))
  const text = [...names, `-d ${quote(about)}`].join(' ')
  return value ? `${text} -r ${describe(value)}` : text
}

function describe({ choices, isFile }: Value): string {
  return isFile ? '-F' : choices.length > 0 ? `-a ${quote(choices.join(' '))}` : '-f'
}

/** In fish, only a backslash and a single quote have a meaning inside single quotes. */
function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

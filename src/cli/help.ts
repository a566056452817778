/** Format of help texts and error messages of the command line. */

import type { Argument, Command } from 'commander'
import { always, createPainter } from './colour.ts'

/** Formats the help of all commands. Commander removes the colours for a stream that does not support them. */
export function styleHelp(program: Command): Command {
  for (const command of withSubcommands(program)) {
    command
      .configureHelp({
        styleTitle: title => always('bold', title),
        styleCommandText: text => always('cyan', text),
        styleSubcommandText: text => always('cyan', text),
        styleOptionText: text => always('cyan', text),
        styleArgumentText: text => always('cyan', text),
        subcommandTerm: subcommand =>
          `${subcommand.name()} ${subcommand.registeredArguments.map(nameOf).join(' ')}`.trim(),
      })
      .configureOutput({ outputError: (text, write) => write(usageErrorOf(text)) })
      .showHelpAfterError(`${pathOf(command)} --help for details.`)
      .helpOption('-h, --help', 'show help')
      .helpCommand(false)
  }
  return program
}

/** Adds examples after the options of a command: the command line, and a short purpose. */
export function addExamples(command: Command, examples: [line: string, why: string][]): Command {
  const lines = examples.map(([line, why]) => `  ${always('dim', `# ${why}`)}\n  ${line}`)
  return command.addHelpText('after', `\n${always('bold', 'Examples:')}\n${lines.join('\n')}`)
}

/** Returns the full name of a command: `sepet export customers`. */
export function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()
}

/** Returns a command and all its subcommands. */
export function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)]
}

function nameOf(argument: Argument): string {
  const text = `${argument.name()}${argument.variadic ? '...' : ''}`
  return argument.required ? `<${text}>` : `[${text}]`
}

/** Formats an error message: adds the prefix `sepet:`, and a full stop where the message has none. */
export function usageError(message: string): string {
  return `${createPainter(process.stderr)('red', 'sepet:')} ${message}${/[.!?]$/.test(message) ? '' : '.'}\n`
}

/** Formats a message of Commander: `error: unknown command 'tokens'`, with a suggestion on the next line. */
function usageErrorOf(text: string): string {
  const [message = '', suggestion] = text
    .replace(/^error: /, '')
    .replace(/^command-argument value ('.*') is invalid for argument '(.+?)'/s, '$1 is no <$2>')
    .trimEnd()
    .split('\n')
  const [, meant] = /^\((.*)\)$/.exec(suggestion ?? '') ?? []
  return usageError(meant === undefined ? message : `${message}. ${meant}`)
}

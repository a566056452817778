/** How help and complaints about the command line look. */

import type { Argument, Command } from 'commander'
import { always, createPainter } from './colour.ts'

/** Gives the whole program its looks. Commander takes colours out where its stream is no terminal, or must not have them. */
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
      .configureOutput({ outputError: (text, write) => write(complaintOf(text)) })
      .showHelpAfterError(`${pathOf(command)} --help says more.`)
      .helpOption('-h, --help', 'say how it is used')
      .helpCommand(false)
  }
  return program
}

/** Examples after the options: what one types, and why. */
export function addExamples(command: Command, examples: [line: string, why: string][]): Command {
  const lines = examples.map(([line, why]) => `  ${always('dim', `# ${why}`)}\n  ${line}`)
  return command.addHelpText('after', `\n${always('bold', 'Examples:')}\n${lines.join('\n')}`)
}

/** How a command is called: `sepet export customers`. */
export function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()
}

/** A command, then those below it. */
export function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)]
}

function nameOf(argument: Argument): string {
  const text = `${argument.name()}${argument.variadic ? '...' : ''}`
  return argument.required ? `<${text}>` : `[${text}]`
}

/** A complaint begins alike whoever makes it, and ends as a sentence does. */
export function complaint(message: string): string {
  return `${createPainter(process.stderr)('red', 'sepet:')} ${message}${/[.!?]$/.test(message) ? '' : '.'}\n`
}

/** Of commander: `error: unknown command 'tokens'`, and on a line of its own what could be meant. */
function complaintOf(text: string): string {
  const [message = '', suggestion] = text
    .replace(/^error: /, '')
    .replace(/^command-argument value ('.*') is invalid for argument '(.+?)'/s, '$1 is no <$2>')
    .trimEnd()
    .split('\n')
  const [, meant] = /^\((.*)\)$/.exec(suggestion ?? '') ?? []
  return complaint(meant === undefined ? message : `${message}. ${meant}`)
}

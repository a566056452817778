/** Words of the command line: reads commands, options and arguments from the program, so that completion is never outdated. */

import type { Argument, Command, Option } from 'commander'
import { pathOf, withSubcommands } from '../help.ts'

/** A word and its description. */
export interface Word {
  word: string
  about: string
}

/** Value of an option or an argument: one of the choices, a file, or any text. */
export interface Value {
  choices: string[]
  isFile: boolean
}

/** Words of one option. */
export interface OptionWords {
  /** `--port`, or `-h` and `--help`. */
  flags: string[]
  about: string
  /** The required value; undefined for an option without one. */
  value: Value | undefined
}

/** A command with its subcommands, options and first argument. */
export interface CommandWords {
  /** Path without the name of the program: `export customers`; empty for the program. */
  path: string
  subcommands: Word[]
  options: OptionWords[]
  argument: Value | undefined
}

/** Returns the words of every command of a program. */
export function wordsOf(program: Command): CommandWords[] {
  return withSubcommands(program).map(command => ({
    path: pathOf(command).split(' ').slice(1).join(' '),
    subcommands: command.commands.map(each => ({ word: each.name(), about: each.description() })),
    options: command.createHelp().visibleOptions(command).map(describeOption),
    argument:
      command.registeredArguments[0] &&
      describeValue(command.registeredArguments[0], command.registeredArguments[0].name()),
  }))
}

function describeOption(option: Option): OptionWords {
  const flags = [option.short, option.long].filter(flag => flag !== undefined)
  return {
    flags,
    about: option.description,
    value: option.required ? describeValue(option, /<(\w+)>/.exec(option.flags)?.[1] ?? '') : undefined,
  }
}

/** A value with the name `file` is a file. */
function describeValue({ argChoices = [] }: Pick<Argument | Option, 'argChoices'>, name: string): Value {
  return { choices: [...argChoices], isFile: name === 'file' }
}

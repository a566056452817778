/** The words that can stand where on the command line, read from the program itself, so that no completion can be stale. */

import type { Argument, Command, Option } from 'commander'
import { pathOf, withSubcommands } from '../help.ts'

/** A word, and what it means. */
export interface Word {
  word: string
  about: string
}

/** What may follow an option, or be an argument: one of some words, a file, or anything. */
export interface Value {
  choices: string[]
  isFile: boolean
}

export interface OptionWords {
  /** `--port`, or `-h` and `--help`. */
  flags: string[]
  about: string
  /** What follows it, if anything has to. */
  value: Value | undefined
}

/** A command and what may follow it. */
export interface CommandWords {
  /** Without the program's own name: `export customers`; empty for the program. */
  path: string
  subcommands: Word[]
  options: OptionWords[]
  argument: Value | undefined
}

/** Every command of a program. */
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

/** What is called a file is one. */
function describeValue({ argChoices = [] }: Pick<Argument | Option, 'argChoices'>, name: string): Value {
  return { choices: [...argChoices], isFile: name === 'file' }
}

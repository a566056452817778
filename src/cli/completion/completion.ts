/** `sepet completion`: generates the completion script of a shell from the program's commands and options. */

import type { Command } from 'commander'
import { bashScript } from './bash.ts'
import { fishScript } from './fish.ts'
import { type CommandWords, wordsOf } from './words.ts'
import { zshScript } from './zsh.ts'

/** Shells with a completion script. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const
/** One of the shells. */
export type Shell = (typeof SHELLS)[number]

const writers: Record<Shell, (commands: CommandWords[]) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
}

/** Returns the completion script for a shell. */
export function writeCompletion(program: Command, shell: Shell): string {
  return writers[shell](wordsOf(program))
}

/** `sepet completion`: a script that makes a shell complete the command line, written from the program. */

import type { Command } from 'commander'
import { bashScript } from './bash.ts'
import { fishScript } from './fish.ts'
import { type CommandWords, wordsOf } from './words.ts'
import { zshScript } from './zsh.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

const writers: Record<Shell, (commands: CommandWords[]) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
}

/** The script for a shell. */
export function writeCompletion(program: Command, shell: Shell): string {
  return writers[shell](wordsOf(program))
}

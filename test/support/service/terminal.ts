/** Runs a command on a pseudo-terminal with `script`, which Linux and macOS have. */

import { spawn, spawnSync } from 'node:child_process'
import { COMMAND } from './process.ts'

/** The reason why tests with a terminal are skipped, or false when they run. */
export const withoutTerminal = spawnSync('script', ['-q', '/dev/null', 'true'], { stdio: 'ignore' }).error
  ? 'no `script`, which makes terminals'
  : false

/** The result of a command on a terminal. */
export interface Typed {
  status: number | null
  /** All output of the terminal. */
  screen: string
}

/** A running command on a terminal. */
export interface Session {
  /** @returns the output of the terminal so far */
  screen: () => string
  /** Types keys; `\u0003` is Ctrl-C. */
  type: (keys: string) => void
  ended: Promise<Typed>
}

/** Runs a shell line on a terminal of 100 columns; `sepet` in it is the command. */
export function openTerminal(line: string, env: NodeJS.ProcessEnv): Session {
  const sepet = `"${process.execPath}" "${COMMAND}"`
  const script = `stty cols 100 -echo; sepet() { ${sepet} "$@"; }; ${line}`
  const args = process.platform === 'linux' ? ['-qec', script, '/dev/null'] : ['-q', '/dev/null', 'sh', '-c', script]
  const child = spawn('script', args, { env: { PATH: process.env.PATH, TERM: 'xterm', SHELL: '/bin/sh', ...env } })
  let screen = ''
  child.stdout.setEncoding('utf8').on('data', text => (screen += text))
  const ended = new Promise<Typed>(resolve => child.on('close', status => resolve({ status, screen })))
  return { screen: () => screen, type: keys => child.stdin.write(keys), ended }
}

/** Programs of npm packages in processes of their own, which judges run. */

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endWithParent } from '../service/end-with-parent.ts'
import type { Finished } from '../service/process.ts'

/** Folder of the installed packages. */
export const PACKAGES = join(import.meta.dirname, '../../../node_modules')

/** Returns the name and the version of an installed package, such as `jsona 1.14.0`. */
export function packageOf(name: string): string {
  const { version } = JSON.parse(readFileSync(join(PACKAGES, name, 'package.json'), 'utf8')) as { version: string }
  return `${name} ${version}`
}

/**
 * Runs a program of a package until it ends. Its environment is the path and a home of its own.
 * @param file of the program, below node_modules
 */
export async function runProgram(file: string, args: readonly string[], home: string): Promise<Finished> {
  const env = { PATH: process.env.PATH, HOME: home, NO_COLOR: '1' }
  const child = endWithParent(spawn(process.execPath, [join(PACKAGES, file), ...args], { env, cwd: home }))
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', text => (output.stdout += text))
  child.stderr.setEncoding('utf8').on('data', text => (output.stderr += text))
  const status = await new Promise<number | null>(resolve => child.on('close', resolve))
  return { status, ...output }
}

/**
 * Groups test files that share a process. Loading Sepet takes a second of CPU time, and its code is slow until it is
 * compiled: a process that runs many files pays for both once.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Hooks outside of a suite run for every test of a process, so their file needs its own process. */
const HOOK_OF_FILE = /^(before|after)(Each)?\(/m
/** Imports of files that test `sepet`, npm or PostgreSQL in processes of their own, and so load nothing of Sepet here. */
const OTHER_PROCESSES = /(service\/process|postgres-pair)\.ts'|'node:child_process'/
const SEPET = /service\/service\.ts'|browser\/playground\.ts'/

/**
 * No test starts before every file of the group is loaded. A file whose imports wait for something is loaded late; with
 * `--test-force-exit` the process would end without it once the tests of the others have ended.
 */
const WAIT_FOR_FILES = `
import { before } from 'node:test'
const loaded = Promise.withResolvers()
before(() => loaded.promise)
export const start = loaded.resolve
`

/**
 * Divides files into groups of about the same size; the result depends only on the files. Groups come first, then the files that gain
 * nothing by sharing a process or must not: they are short, so that the last processes end at about the same time.
 * @param count number of groups, besides the files that have a process of their own
 */
export function groupFiles(files: string[], count: number): string[][] {
  const alone = files.filter(isAlone)
  const shared = files.filter(file => !alone.includes(file))
  const groups = Array.from({ length: count }, (_, n) => shared.filter((_, index) => index % count === n))
  return [...groups.filter(group => group.length > 0), ...alone.map(file => [file])]
}

function isAlone(file: string): boolean {
  const text = readFileSync(file, 'utf8')
  return HOOK_OF_FILE.test(text) || (OTHER_PROCESSES.test(text) && !SEPET.test(text))
}

/**
 * Writes a module for each group that sets environment variables and imports its files.
 * @param folder is created
 * @returns the paths of the modules, which sort in the order of the groups
 */
export function writeGroups(folder: string, groups: string[][], env: Record<string, string>): string[] {
  mkdirSync(folder)
  // A module of its own: imports run before the code of the module that has them.
  writeFileSync(
    join(folder, 'environment.mjs'),
    `Object.assign(process.env, ${JSON.stringify(env)})\n${WAIT_FOR_FILES}`,
  )
  return groups.map((files, index) => {
    const path = join(folder, `group-${String(index + 1).padStart(3, '0')}.mjs`)
    const imports = files.map(file => `import ${JSON.stringify(pathToFileURL(resolve(file)).href)}\n`)
    writeFileSync(path, ["import { start } from './environment.mjs'\n", ...imports, 'start()\n'].join(''))
    return path
  })
}

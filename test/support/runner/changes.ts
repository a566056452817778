/**
 * Test files that changes can reach, for an inner loop. Through the service, every story reaches every file; a story counts as reached when
 * its folder bears the name of a folder of `src` or `packages` whose files import a changed file, or when it imports a changed file itself.
 */

import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { type Import, readModule } from '../../../tools/imports.ts'

/** Modules that import the whole product: an import of one of them says nothing, and a change of one can reach every test. */
const WHOLE =
  /^src\/(service\.ts|app\/|cli\/)|^test\/support\/(service\/service|import\/import-shop|database\/[\w-]+)\.ts$/
/** What every test uses without importing it. */
const EVERYTHING = /^(package(-lock)?\.json|tsconfig\.json|test\/run\.ts|test\/support\/(runner|service|database)\/.*)$/

/** @returns the files that differ from the branch `main`, or from the last commit where there is no such branch; new ones, too */
export function changedFiles(): string[] {
  const base = git('merge-base', 'HEAD', 'main')[0] ?? 'HEAD'
  return [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
}

function git(...args: string[]): string[] {
  try {
    const output = execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return output.split('\n').filter(line => line !== '')
  } catch {
    return []
  }
}

/** @returns those of the test files that changed files can reach, as described above */
export function reachedBy(changed: readonly string[], tests: readonly string[]): string[] {
  if (changed.some(file => EVERYTHING.test(file) || WHOLE.test(file))) return [...tests]
  const modules = globSync('{src,web,packages/*/src,test,tools,examples}/**/*.{ts,js,mjs}')
  const seeds = changed.flatMap(file => (modules.includes(file) ? file : [file, ...readersOf(file, modules)]))
  // An import of types does not run a file, yet it shows who gets its functions as arguments.
  const users = importersOf(modules, () => true)
  const importers = importersOf(modules, ({ isTypeOnly }) => !isTypeOnly)
  const reached = new Set([...seeds, ...seeds.flatMap(file => users.get(file) ?? [])])
  for (const file of reached) {
    if (!WHOLE.test(file)) for (const importer of importers.get(file) ?? []) reached.add(importer)
  }
  const folders = new Set([...reached].filter(file => !WHOLE.test(file)).flatMap(folderOf))
  return tests.filter(test => reached.has(test) || folders.has(/^test\/([\w-]+)\//.exec(test)?.[1] ?? ''))
}

function importersOf(modules: readonly string[], counts: (each: Import) => boolean): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  for (const module of modules) {
    for (const { target } of readModule(module).imports.filter(counts)) {
      importers.set(target, [...(importers.get(target) ?? []), module])
    }
  }
  return importers
}

/** @returns the modules that name a file that is no module, such as a page or a list of cases */
function readersOf(file: string, modules: readonly string[]): string[] {
  const name = file.split('/').at(-1) ?? file
  return modules.filter(module => existsSync(module) && readFileSync(module, 'utf8').includes(name))
}

function folderOf(file: string): string[] {
  return /^(?:src|packages|web)\/([\w-]+)\//.exec(file)?.slice(1) ?? []
}

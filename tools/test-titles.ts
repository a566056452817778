/**
 * Compares the tests and suites of two runs by their titles: `node test/run.ts --titles before.jsonl`, the same after a change, and
 * `npm run test:titles -- before.jsonl after.jsonl`. Prints tests that are gone, no longer run, or new, and those in another file; fails
 * when one is gone or no longer runs.
 */

import { readFileSync } from 'node:fs'
import type { TestTitle } from '../test/support/runner/titles-reporter.ts'

/** What a list says about a title; several tests may have the same. */
interface Entry {
  count: number
  /** Whether one of them has run, and was not skipped. */
  hasRun: boolean
  files: Set<string>
}

const [before, after] = process.argv.slice(2).map(readTitles)
if (!before || !after) throw new Error('npm run test:titles -- before.jsonl after.jsonl')
const gone = [...before].filter(([title, { count }]) => (after.get(title)?.count ?? 0) < count)
const skipped = [...before].filter(([title, { hasRun }]) => hasRun && after.get(title)?.hasRun === false)
const added = [...after].filter(([title]) => !before.has(title))
const moved = [...before].filter(([title, { files }]) => isElsewhere(files, after.get(title)?.files))
list('gone', gone)
list('no longer run', skipped)
list('new', added)
const files = new Set(moved.map(([title, entry]) => `${nameOf(entry)} → ${nameOf(after.get(title) ?? entry)}`))
for (const move of [...files].sort()) console.log(`moved: ${move}`)
console.log(
  [`${before.size} titles before, ${after.size} after`, `${gone.length} gone`, `${skipped.length} no longer run`]
    .concat(`${added.length} new`, `${moved.length} in another file`)
    .join('; '),
)
process.exitCode = gone.length + skipped.length > 0 ? 1 : 0

function readTitles(path: string): Map<string, Entry> {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  const tests = lines.map(line => JSON.parse(line) as TestTitle)
  const titles = new Map<string, Entry>()
  for (const { path, result, file } of tests) {
    // Seeds are new in each run, and numbers of rounds change.
    const title = path.join(' › ').replaceAll(/\d+/g, '0')
    const { count, hasRun, files } = titles.get(title) ?? { count: 0, hasRun: false, files: new Set<string>() }
    const place = file.replace(/^.*?\/(?=(src|test)\/)/, '')
    titles.set(title, { count: count + 1, hasRun: hasRun || result !== 'skip', files: files.add(place) })
  }
  return titles
}

/** Whether a test that one list has in some files is in none of them in the other. */
function isElsewhere(before: Set<string>, after: Set<string> | undefined): boolean {
  return after !== undefined && [...before].every(file => !after.has(file))
}

function nameOf({ files }: Entry): string {
  return [...files].join(', ')
}

function list(what: string, entries: [string, Entry][]): void {
  for (const [title, entry] of entries) console.log(`${what}: ${title} (${nameOf(entry)})`)
}

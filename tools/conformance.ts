/**
 * `npm run conformance`: runs every judge of test/system/conformance/, and prints a table of what they said. With `--write` it replaces the table
 * of docs/conformance.md. It fails where a case fails, or where the page says otherwise.
 */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Judged, PAGE, tableOf } from '../test/support/conformance/table.ts'
import { ROOT } from './npm.ts'

const BEGIN = '<!-- table: written by npm run conformance -->'
const END = '<!-- end of table -->'

const { write } = parseArgs({ options: { write: { type: 'boolean' } } }).values
const folder = mkdtempSync(join(tmpdir(), 'sepet-conformance-'))
const status = runJudges(folder)
const judged = readdirSync(folder).map(file => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Judged)
rmSync(folder, { recursive: true })
const table = tableOf(judged)
console.log(`\n${table}\n`)
process.exit(status === 0 && isSaid(table) ? 0 : 1)

/** Runs the tests of the judges, each of which leaves its verdict. @returns the exit code */
function runJudges(CONFORMANCE_FOLDER: string): number {
  const run = ['test/run.ts', '--tier', 'system', 'test/system/conformance/*.test.ts']
  const env = { ...process.env, CONFORMANCE_FOLDER }
  return spawnSync(process.execPath, run, { cwd: ROOT, env, stdio: 'inherit' }).status ?? 1
}

/** Whether the page has this table, which is written there where that was asked for. */
function isSaid(text: string): boolean {
  const page = readFileSync(PAGE, 'utf8')
  const [before, after] = [page.split(BEGIN)[0], page.split(END)[1]]
  const expected = `${before}${BEGIN}\n\n${text}\n\n${END}${after}`
  if (page === expected) return true
  if (write && status === 0) writeFileSync(PAGE, expected)
  console.log(
    write && status === 0 ? 'docs/conformance.md: written' : 'docs/conformance.md has another table: add --write',
  )
  return write === true
}

/** Tests of judges: each passes every case that applies, and its row of docs/conformance.md is what it says. */

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { record } from '../runner/rounds.ts'
import { failuresOf, type Judge } from './judge.ts'
import { PAGE, rowOf } from './table.ts'

/** Folder for verdicts, which `npm run conformance` makes and reads; the tests compare the page otherwise. */
const folder = process.env.CONFORMANCE_FOLDER

/** Defines one test for each judge. */
export function testJudges(judges: readonly Judge[]): void {
  for (const { name, run } of judges) {
    it(`${name}: every case that applies passes`, async () => {
      const verdict = await run()
      record(name, `${verdict.cases.length} cases`)
      if (folder) writeFileSync(join(folder, `${encodeURIComponent(name)}.json`), JSON.stringify({ name, verdict }))
      assert.notEqual(verdict.cases.length, 0)
      assert.deepEqual(failuresOf(verdict), [])
      const row = rowOf({ name, verdict })
      const isListed = readFileSync(PAGE, 'utf8').split('\n').includes(row)
      if (!folder) assert.ok(isListed, `docs/conformance.md lacks this row: npm run conformance -- --write\n${row}`)
    })
  }
}

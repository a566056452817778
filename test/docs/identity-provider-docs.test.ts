/** The tables of what Sepet supports of identity providers have a row for each set-up that is tried, and no other row. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { officeSetUps } from '../support/conformance/office-set-ups.ts'
import { rowsOf, type TableRow } from '../support/conformance/tables.ts'
import { tokenSetUps } from '../support/conformance/token-set-ups.ts'
import { readPage } from '../support/docs/doc-exchanges.ts'

const HEAD = '| Set-up | Provider or cause | Sepet |'
const tables: [string, readonly TableRow[]][] = [
  ['docs/office.md', officeSetUps],
  ['docs/identity.md', tokenSetUps],
]

for (const [page, setUps] of tables) {
  describe(`the table of identity providers in ${page}`, () => {
    it('has the set-ups that are tried, with what comes of each', () => {
      const lines = readPage(page).split('\n')
      assert.equal(lines.filter(line => line === HEAD).length, 1)
      const first = lines.indexOf(HEAD) + 2
      const rows = lines.slice(first, lines.indexOf('', first))
      assert.ok(rows.length > 20)
      assert.deepEqual(rows, rowsOf(setUps))
    })

    it('has no two rows with one name', () => {
      const names = setUps.map(({ name }) => name)
      assert.deepEqual([...new Set(names)], names)
    })
  })
}

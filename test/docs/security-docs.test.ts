/** The security pages cite tests that exist, and the scopes of administrators are all described. */

import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { PERMISSIONS } from '../../src/auth/access.ts'

const ROOT = join(import.meta.dirname, '../..')
const NAMED = /`([\w/.-]+\.test\.ts)` “([^”]+)”/g

for (const page of ['docs/threat-model.md', 'docs/asvs.md']) {
  describe(page, () => {
    const text = readFileSync(join(ROOT, page), 'utf8').replace(/\s+/g, ' ')
    const named = [...text.matchAll(NAMED)].map(([, file = '', title = '']) => ({ file, title }))

    it('cites a title for every test file that it names', () => {
      assert.ok(named.length > 10)
      assert.equal(named.length, text.match(/`[\w/.-]+\.test\.ts`/g)?.length)
    })

    it('cites only tests that exist', () => {
      const missing = named.filter(({ file, title }) => {
        const path = join(ROOT, file)
        return !existsSync(path) || !readFileSync(path, 'utf8').includes(`('${title}'`)
      })
      assert.deepEqual(missing, [])
    })
  })
}

describe('the scopes of administrators', () => {
  for (const page of ['docs/identity.md', 'docs/threat-model.md']) {
    it(`are all in a table of ${page}`, () => {
      const rows = readFileSync(join(ROOT, page), 'utf8').match(/^\|.*\|$/gm) ?? []
      const missing = PERMISSIONS.filter(scope => !rows.some(row => row.includes(scope)))
      assert.deepEqual(missing, [])
    })
  }
})

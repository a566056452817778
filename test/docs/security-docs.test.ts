/** The pages on security name tests as their evidence: each of these tests exists under that title in that file. */

import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'

const ROOT = join(import.meta.dirname, '../..')
const NAMED = /`([\w/.-]+\.test\.ts)` “([^”]+)”/g

for (const page of ['docs/threat-model.md', 'docs/asvs.md']) {
  describe(page, () => {
    const text = readFileSync(join(ROOT, page), 'utf8').replace(/\s+/g, ' ')
    const named = [...text.matchAll(NAMED)].map(([, file = '', title = '']) => ({ file, title }))

    it('names a test by its title wherever it names a file of tests', () => {
      assert.ok(named.length > 10)
      assert.equal(named.length, text.match(/`[\w/.-]+\.test\.ts`/g)?.length)
    })

    it('names only tests that exist', () => {
      const missing = named.filter(({ file, title }) => {
        const path = join(ROOT, file)
        return !existsSync(path) || !readFileSync(path, 'utf8').includes(`('${title}'`)
      })
      assert.deepEqual(missing, [])
    })
  })
}

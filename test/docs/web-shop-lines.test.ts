/** The example web shop stays an example: its files together are short enough to read. */

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { it } from 'node:test'

const FOLDER = new URL('../../examples/web-shop/', import.meta.url)
const LIMIT = 3_000

it(`the example web shop has fewer than ${LIMIT} lines`, () => {
  const files = globSync('**/*.{js,css}', { cwd: FOLDER })
  assert.ok(files.length > 30)
  const lines = files.map(file => readFileSync(new URL(file, FOLDER), 'utf8').split('\n').length - 1)
  assert.ok(lines.reduce((sum, each) => sum + each, 0) < LIMIT)
})

/** Details are for people: nothing of the project takes one apart. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findParsedDetails, parsedIn } from '../support/docs/parsed-details.ts'

const SOURCES = [
  ...['src', 'tools', 'bench', 'packages/client/src', 'test/support'].map(folder => `${folder}/**/*.ts`),
  ...['web', 'examples'].flatMap(folder => ['js', 'ts'].map(extension => `${folder}/**/*.${extension}`)),
]

/** Sources that find the rule of an error or a warning of a write by the API's sentence, since neither has a code of its rule. */
const OF_WRITES = [
  'web/office/pages/products/tier-prices.js',
  'web/office/pages/imports/import-problems.js',
  'web/office/pages/promotions/codes/code-order.js',
  'web/office/pages/promotions/field-rules.js',
  'web/office/pages/promotions/field-warnings.js',
  'test/support/http/forms/refusals.ts',
]

test('no source takes apart the detail of a condition or a reason, which have values', () => {
  const isLeftOut = (path: string) => path.includes('node_modules') || path.endsWith('.test.ts')
  const found = findParsedDetails(SOURCES, isLeftOut)
  assert.deepEqual(
    found.filter(({ path }) => !OF_WRITES.includes(path)),
    [],
  )
  assert.ok(found.length > 0)
})

test('a source that does is found (control)', () => {
  const parsing = [
    'detail.match(/(\\d+) of (\\d+)/)',
    "condition.detail.split(' of ')[0]",
    '/of/.test(condition.detail)',
    'pattern.exec(prefix + detail)',
    "coupon['detail']?.trim().startsWith('The')",
    "(detail ?? '').slice(3)",
  ]
  for (const code of parsing) assert.equal(parsedIn(`const x = ${code}`).length, 1, code)
  assert.equal(parsedIn('text.replace(/"detail":"weekday/, \'\')').length, 1)
  const showing = ['say(condition.detail)', 'name + detail', 'errors.map(({ detail }) => detail).join(" ")']
  for (const code of showing) assert.deepEqual(parsedIn(`const x = ${code}`), [], code)
})

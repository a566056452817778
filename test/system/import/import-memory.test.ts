/** Memory of the process of an import: a heap that is too small for the keys and references of all records. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createImportRunner, ImportTooLarge } from '../../../src/import/http/start-import-process.ts'
import { NOW, onEachEngine, type TestFile } from '../../support/import/imports.ts'
import { isLong } from '../../support/runner/rounds.ts'

/** An import of one record takes 22 MB. */
const HEAP_MB = 40

onEachEngine(`the process of an import with ${HEAP_MB} MB of heap`, (shop, engine) => {
  const run = (file: TestFile) => {
    const [path = ''] = shop.write(file)
    return createImportRunner(shop.config, { heapMb: HEAP_MB, timeLimitSeconds: 600 })(
      { path, options: { now: NOW } },
      new AbortController().signal,
    )
  }

  test('finds every repeated key and unknown group of 100,000 customers', {
    skip: engine === 'postgres' && !isLong && 'the keys are kept outside of either database: npm run test:long',
  }, async () => {
    // Rows with a problem are not staged, which makes the test fast; their keys and references count.
    const rows = Array.from({ length: 100_000 }, (_, n) => `${n + 1},m${n}@example.com,${n + 1},unknown`)
    const content = ['id,email,customerGroupId,status', ...rows, '1,M0@EXAMPLE.COM,1,active'].join('\n')
    const outcome = await run(['customers.csv', content])
    assert.ok(outcome.kind === 'refused')
    // A wrong status in each row but the last, which repeats an id and an email, and a group in each row.
    assert.equal(outcome.total, 100_000 + 2 + 100_001)
    assert.deepEqual(
      outcome.problems.map(({ at, message, count }) => [at, message, count]),
      [
        ['line 2 /status', 'must be one of "active", "inactive", "banned"', 100_000],
        ['line 100002 /id', 'is repeated: a row above has the same, delete one of both', 1],
        ['line 100002 /email', 'is repeated: a row above has the same, delete one of both', 1],
        ['line 2 /customerGroupId', 'is no customer group of the shop', 100_001],
      ],
    )
  })

  // Proves: endless-import
  test('ends for a WooCommerce export whose variations do not fit, and imports nothing', async () => {
    const rows = Array.from({ length: 100_000 }, (_, n) => `${n + 2},variation,,id:1,10`)
    const csv = ['ID,Type,Name,Parent,Regular price', '1,variable,Çay,,', ...rows].join('\n')
    await assert.rejects(run(['products.csv', csv]), ImportTooLarge)
    assert.deepEqual(await shop.rows('products'), [])
  })
})

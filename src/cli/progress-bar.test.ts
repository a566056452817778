/** Tests of the progress bar. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { plain } from './colour.ts'
import { drawProgress, drawTransfer } from './progress-bar.ts'

const reading = {
  phase: 'reading',
  file: 'shop.json',
  bytesRead: 5_000_000,
  bytesTotal: 20_000_000,
  records: 12_345,
} as const
const line = '██████░░░░░░░░░░░░░░░░░░  25 %  5.0 of 20.0 MB  12,345 records  shop.json'

describe('drawProgress', () => {
  it('shows the read part of one file, and the number of records of all files', () => {
    assert.equal(drawProgress(reading, 100, plain), line)
  })

  it('shows 100 % for an empty file, and for a file that has grown since the start', () => {
    for (const bytesTotal of [0, 4_000_000]) {
      assert.match(drawProgress({ ...reading, bytesTotal }, 100, plain), /^█{24} 100 % /)
    }
  })

  it('returns at most the given number of columns', () => {
    for (const columns of [line.length, 40, 1, 0]) {
      assert.equal(drawProgress(reading, columns, plain), line.slice(0, columns))
    }
    assert.equal(drawProgress(reading, -1, plain), '')
  })

  it('shows the phase and the number of records after reading', () => {
    assert.equal(drawProgress({ phase: 'checking', records: 1 }, 80, plain), 'Checking 1 record …')
    assert.equal(drawProgress({ phase: 'writing', records: 2_000 }, 80, plain), 'Writing 2,000 records …')
  })
})

describe('drawTransfer', () => {
  it('shows the part of the rows that are copied, then compared, in at most the given number of columns', () => {
    const copying = { phase: 'copying', rows: 1_500, rowsTotal: 6_000 } as const
    assert.equal(drawTransfer(copying, 100, plain), '██████░░░░░░░░░░░░░░░░░░  25 %  1,500 of 6,000 rows copied')
    assert.match(drawTransfer({ ...copying, phase: 'comparing', rows: 6_000 }, 100, plain), / 100 % .* compared$/)
    assert.equal(drawTransfer({ ...copying, phase: 'saving' }, 100, plain), 'Saving …')
    assert.equal(drawTransfer(copying, 3, plain), '███')
  })
})

/** The period of the office's results without a browser. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { loadOfficeModule } from '../support/office/browser-modules.ts'

interface Period {
  days: number | null
  from: string | null
  to: string | null
  problem: string | null
}

const { periodOf } = await loadOfficeModule<{
  periodOf: (query: URLSearchParams, clock: { now: number; zone: string }) => Period
}>('pages/results/results-period')

const clock = { now: Date.parse('2026-11-24T22:30:00Z'), zone: 'Europe/Istanbul' }
const read = (query: string) => periodOf(new URLSearchParams(query), clock)

describe('the period of the results', () => {
  it('is the last 30 days of the shop’s clock, today included, or another number that is offered', () => {
    const last30 = { days: 30, from: '2026-10-26T21:00:00.000Z', to: null, problem: null }
    for (const query of ['', 'days=30', 'days=31', 'days=', 'days=-7', 'from=&to='])
      assert.deepEqual(read(query), last30)
    assert.deepEqual(read('days=7'), { ...last30, days: 7, from: '2026-11-18T21:00:00.000Z' })
  })

  it('is that of two times of the shop’s clock, either of which may be left out', () => {
    const period = { days: null, from: '2026-10-31T21:00:00.000Z', to: '2026-11-10T09:30:00.000Z', problem: null }
    const [from, to] = ['from=2026-11-01T00:00', 'to=2026-11-10T12:30']
    assert.deepEqual(read(`${from}&${to}&days=7`), period)
    assert.deepEqual(read(from), { ...period, to: null })
    assert.deepEqual(read(to), { ...period, from: null })
  })

  it('is none where it cannot be read, ends before it begins, or is longer than the API takes', () => {
    const problem = (query: string) => read(query).problem
    assert.equal(problem('from=yesterday'), 'unreadable')
    assert.equal(problem('from=2026-11-01T00:00&to=1'), 'unreadable')
    assert.equal(problem('from=2026-11-02T00:00&to=2026-11-02T00:00'), 'order')
    assert.equal(problem('from=2027-01-01T00:00'), 'order')
    assert.equal(problem('from=2025-01-01T00:00&to=2026-01-02T00:00'), null)
    assert.equal(problem('from=2025-01-01T00:00&to=2026-01-03T00:00'), 'length')
    assert.equal(problem('from=2020-01-01T00:00'), 'length')
  })
})

/** Warnings about what happens too often for a line each. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pino } from 'pino'
import { createLog } from '../../test/support/logs.ts'
import { tally } from './tally.ts'

describe('what happens a thousand times', () => {
  it('is one line with the number and the latest details ten seconds later, and another when it happens again', context => {
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const { stream, lines } = createLog()
    const count = tally(pino(stream), 'it happened')
    for (let n = 0; n < 1_000; n++) count({ network: `192.0.2.${n % 10}` })
    context.mock.timers.tick(9_999)
    assert.deepEqual(lines, [])
    context.mock.timers.tick(1)
    count()
    context.mock.timers.tick(60_000)
    const told = lines.map(line => JSON.parse(line)).map(({ msg, count, network }) => [msg, count, network])
    assert.deepEqual(told, [
      ['it happened', 1_000, '192.0.2.9'],
      ['it happened', 1, undefined],
    ])
  })
})

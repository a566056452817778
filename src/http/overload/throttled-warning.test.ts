/** Log lines of a throttled warning. */

import assert from 'node:assert/strict'
import { describe, it, mock } from 'node:test'
import type { FastifyBaseLogger } from 'fastify'
import { createThrottledWarning, type ThrottledWarningOptions } from './throttled-warning.ts'

type Line = [level: string, details: object, message: string]

function counter(options: ThrottledWarningOptions) {
  const lines: Line[] = []
  const at = (level: string) => (details: object, message: string) => lines.push([level, details, message])
  const log = { warn: at('warn'), error: at('error') } as unknown as FastifyBaseLogger
  return { lines, count: createThrottledWarning(log, 'it failed', options) }
}

describe('createThrottledWarning', () => {
  it('writes one line per period, with the count and the details of the first event', () => {
    mock.timers.enable({ apis: ['setTimeout'] })
    const { lines, count } = counter({ level: 'error', everyMs: 1_000 })
    for (const code of ['A', 'B', 'C']) count({ code })
    mock.timers.tick(999)
    assert.deepEqual(lines, [])
    mock.timers.tick(1)
    assert.deepEqual(lines, [['error', { count: 3, code: 'A' }, 'it failed']])
    mock.timers.tick(60_000)
    assert.equal(lines.length, 1)
    count({ code: 'D' })
    mock.timers.tick(1_000)
    assert.deepEqual(lines[1], ['error', { count: 1, code: 'D' }, 'it failed'])
    mock.timers.reset()
  })

  it('writes a warning after ten seconds by default', () => {
    mock.timers.enable({ apis: ['setTimeout'] })
    const { lines, count } = counter({})
    count()
    mock.timers.tick(9_999)
    assert.deepEqual(lines, [])
    mock.timers.tick(1)
    assert.deepEqual(lines, [['warn', { count: 1 }, 'it failed']])
    mock.timers.reset()
  })
})

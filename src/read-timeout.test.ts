import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { startReadTimeout } from './read-timeout.ts'

describe('a time-out for answers', () => {
  it('does not run out while the event loop is blocked, and runs out afterwards', async () => {
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    let hasEnded = false
    startReadTimeout(200, () => {
      hasEnded = true
      resolve()
    })
    const blockedUntil = performance.now() + 400
    while (performance.now() < blockedUntil);
    // Each turn takes one step of eight at most.
    for (let turn = 0; turn < 5; turn++) await nextTurn()
    assert.equal(hasEnded, false)
    await ended
  })

  it('can be stopped', async () => {
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    startReadTimeout(25, () => assert.fail('it was stopped'))()
    startReadTimeout(100, resolve)
    await ended
  })
})

/** Unit tests of the deadline of work that waits in a keyed queue. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Deadline, deadlineIn } from './deadline.ts'
import { createKeyedQueue } from './keyed-queue.ts'
import { LockConflict } from './unavailable.ts'

const HOUR = 3_600_000
const over: Deadline = {
  remainingMs() {
    throw new LockConflict('over')
  },
}

describe('work that waits in a queue', () => {
  for (const [name, deadline] of [
    ['that ends during the wait', { remainingMs: () => 1 }],
    ['that is over', over],
  ] as const) {
    it(`is refused at a deadline ${name}, and the next work has its turn`, async () => {
      const runInTurn = createKeyedQueue({ maxWaitMs: HOUR, maxLength: 10 })
      const { promise, resolve } = Promise.withResolvers<void>()
      const first = runInTurn('a', () => promise)
      let hasBegun = false
      const work = async () => {
        hasBegun = true
      }
      await assert.rejects(runInTurn('a', work, deadline), LockConflict)
      const next = runInTurn('a', async () => 'next', deadlineIn(HOUR))
      resolve()
      await first
      assert.equal(await next, 'next')
      assert.equal(hasBegun, false)
    })
  }

  it('is refused after the longest wait of the queue where its deadline ends later', async () => {
    const runInTurn = createKeyedQueue({ maxWaitMs: 1, maxLength: 10 })
    const { promise, resolve } = Promise.withResolvers<void>()
    const first = runInTurn('a', () => promise)
    await assert.rejects(
      runInTurn('a', async () => undefined, deadlineIn(HOUR)),
      LockConflict,
    )
    resolve()
    await first
  })
})

describe('a deadline', () => {
  it('begins with the first wait, and is over when nothing is left', () => {
    let at = 100
    const deadline = deadlineIn(50, () => at)
    at = 1_000
    assert.equal(deadline.remainingMs(), 50)
    at += 49.5
    assert.equal(deadline.remainingMs(), 1)
    at += 0.5
    assert.throws(() => deadline.remainingMs(), LockConflict)
  })
})

/** Counts and lengths of fixed windows. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createFixedWindows } from './fixed-windows.ts'

const WINDOW_MS = 60

describe('createFixedWindows', () => {
  it('begins a window with the first request of a key, and ends it after `windowMs`', () => {
    let time = 1000
    const { count } = createFixedWindows(WINDOW_MS, () => time)
    const at = (moment: number, key = 'a') => {
      time = moment
      const { consumedPoints, msBeforeNext } = count(key)
      return [consumedPoints, msBeforeNext]
    }
    assert.deepEqual(at(1000), [1, 60])
    assert.deepEqual(at(1059.5), [2, 0.5])
    assert.deepEqual(at(1060), [1, 60])
  })

  it('subtracts a request that is taken back, but only in its own window', () => {
    let time = 1000
    const { count, uncount: takeBack } = createFixedWindows(WINDOW_MS, () => time)
    count('a')
    count('a')
    takeBack('a')
    takeBack('b')
    assert.deepEqual(count('a'), { consumedPoints: 2, msBeforeNext: 60 })
    for (let n = 0; n < 5; n++) takeBack('a')
    time = 1030
    assert.deepEqual(count('a'), { consumedPoints: 1, msBeforeNext: 30 })
    time = 1060
    takeBack('a')
    assert.deepEqual(count('a'), { consumedPoints: 1, msBeforeNext: 60 })
  })

  it('counts each key separately, as a list of its requests does', () => {
    const requests = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 0, max: 50 })))
    fc.assert(
      fc.property(requests, all => {
        let time = 0
        const { count } = createFixedWindows(WINDOW_MS, () => time)
        const begun: Record<string, { from: number; count: number }> = {}
        for (const [key, pause] of all) {
          time += pause
          const known = begun[key]
          const window = known && known.from + WINDOW_MS > time ? known : { from: time, count: 0 }
          window.count++
          begun[key] = window
          assert.deepEqual(count(key), {
            consumedPoints: window.count,
            msBeforeNext: window.from + WINDOW_MS - time,
          })
        }
      }),
    )
  })
})

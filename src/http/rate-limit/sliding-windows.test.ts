/** Sliding windows: no span of the window's length has more accepted requests than the limit. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type Counted, createSlidingWindows, MAX_SLOTS } from './sliding-windows.ts'

const WINDOW_MS = 60_000
/** Refusals above `MAX_SLOTS` may be late by this time. */
const SLOT_MS = WINDOW_MS / MAX_SLOTS

/** A counter whose clock the test sets. */
function counterOf(limit: number) {
  let time = 0
  const windows = createSlidingWindows({ limit, windowMs: WINDOW_MS }, () => time)
  const at = (moment: number, key = 'a') => {
    time = moment
    return windows.count(key)
  }
  return { at, windows }
}

const waitOf = (counted: Counted) => (counted.isAccepted ? 0 : counted.waitMs)

/** Number of times in a span that ends with `end`, its begin excluded. */
const inSpan = (times: number[], end: number, length = WINDOW_MS) =>
  times.filter(time => time > end - length && time <= end).length

const limits = fc.oneof(
  fc.integer({ min: 1, max: 12 }),
  fc.integer({ min: MAX_SLOTS - 1, max: MAX_SLOTS + 1 }),
  fc.integer({ min: 100, max: 600 }),
)
const edges = [SLOT_MS - 1, SLOT_MS, WINDOW_MS - SLOT_MS, WINDOW_MS - 1, WINDOW_MS, WINDOW_MS + SLOT_MS]
/** A pause and a number of requests after it, with equal pauses between them. Sums of quarters are exact. */
const burst = fc.record({
  pause: fc.oneof(
    fc.constantFrom(...edges),
    fc.integer({ min: 0, max: 4 * WINDOW_MS }).map(quarters => quarters / 4),
  ),
  count: fc.oneof(fc.constantFrom(1, 2), fc.integer({ min: 1, max: 700 })),
  step: fc.constantFrom(0, 0.25, 1, 3, 100),
})
/** Pauses between requests. */
const pauses = fc
  .array(burst, { minLength: 1, maxLength: 8 })
  .map(bursts => bursts.flatMap(({ pause, count, step }) => [pause, ...Array<number>(count - 1).fill(step)]))

/** Sends requests at times with these pauses. @returns the times of accepted and of refused requests, with the wait of the latter */
function send(limit: number, all: number[]) {
  const { at } = counterOf(limit)
  const accepted: number[] = []
  const refused: { time: number; waitMs: number; accepted: number[] }[] = []
  let time = 0
  for (const pause of all) {
    time += pause
    const counted = at(time)
    if (counted.isAccepted) accepted.push(time)
    else refused.push({ time, waitMs: counted.waitMs, accepted: accepted.slice(-limit) })
  }
  return { accepted, refused }
}

describe('createSlidingWindows', () => {
  it('refuses requests above the limit until the oldest accepted one is a window old', () => {
    const { at } = counterOf(2)
    assert.deepEqual(
      [0, 30_000].map(time => waitOf(at(time))),
      [0, 0],
    )
    assert.deepEqual(
      [30_000, 59_999.5, 60_000, 60_000, 89_999, 90_000].map(time => waitOf(at(time))),
      [30_000, 0.5, 0, 30_000, 1, 0],
    )
  })

  it('accepts no second limit at the edge of a minute', () => {
    const { at } = counterOf(10)
    const accepted = (times: number[]) => times.filter(time => at(time).isAccepted).length
    assert.equal(accepted([0]), 1)
    assert.equal(accepted(Array.from({ length: 12 }, (_, n) => 59_000 + n)), 9)
    assert.equal(accepted(Array.from({ length: 12 }, (_, n) => 61_700 + n)), 1)
  })

  it('does not count refused requests', () => {
    const { at } = counterOf(1)
    at(0)
    for (let time = 1; time < WINDOW_MS; time += 1_000) assert.equal(at(time).isAccepted, false)
    assert.equal(at(WINDOW_MS).isAccepted, true)
  })

  it('takes exactly the request back that is taken back, at any time, once', () => {
    const { at } = counterOf(2)
    const first = at(0)
    const second = at(10_000)
    assert.equal(at(20_000).isAccepted, false)
    if (second.isAccepted) for (let n = 0; n < 3; n++) second.uncount()
    assert.equal(at(20_000).isAccepted, true)
    assert.equal(waitOf(at(20_001)), 39_999)
    assert.equal(at(60_000).isAccepted, true)
    // The first has left its window: it makes no room.
    if (first.isAccepted) first.uncount()
    assert.equal(waitOf(at(60_000)), 20_000)
  })

  it('takes a request of a large limit back from its slot, once', () => {
    const { at } = counterOf(MAX_SLOTS + 1)
    const [first] = [at(0), at(1)]
    if (first.isAccepted) for (let n = 0; n < 3; n++) first.uncount()
    for (let n = 1; n <= MAX_SLOTS; n++) assert.equal(at(2).isAccepted, true)
    assert.equal(at(2).isAccepted, false)
  })

  // Proves: client-flood
  it('never accepts more than the limit in any window', () => {
    fc.assert(
      fc.property(limits, pauses, (limit, all) => {
        const { accepted } = send(limit, all)
        for (const end of accepted) assert.ok(inSpan(accepted, end) <= limit)
      }),
    )
  })

  it('refuses only above the limit, for the time until the oldest request leaves; above 60 at most a slot too long', () => {
    fc.assert(
      fc.property(limits, pauses, (limit, all) => {
        const lateMs = limit > MAX_SLOTS ? SLOT_MS : 0
        for (const { time, waitMs, accepted } of send(limit, all).refused) {
          assert.equal(inSpan(accepted, time, WINDOW_MS + lateMs), limit)
          const oldest = accepted.find(each => each > time - WINDOW_MS - lateMs) ?? Number.NaN
          const exact = oldest + WINDOW_MS - time
          assert.ok(waitMs > 0 && waitMs <= WINDOW_MS)
          assert.ok(waitMs >= exact && waitMs <= exact + lateMs, `${waitMs} for ${exact}`)
        }
      }),
    )
  })

  it('accepts a request after the wait of a refusal', () => {
    fc.assert(
      fc.property(limits, pauses, (limit, all) => {
        const { at } = counterOf(limit)
        let time = 0
        for (const pause of all) {
          time += pause
          const counted = at(time)
          if (counted.isAccepted) continue
          time += counted.waitMs
          assert.ok(at(time).isAccepted)
        }
      }),
    )
  })

  it('counts as if requests that are taken back had never been sent', () => {
    const requests = fc.array(fc.record({ pause: fc.integer({ min: 0, max: 20_000 }), isTakenBack: fc.boolean() }))
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_SLOTS }), requests, (limit, all) => {
        const [counter, others] = [counterOf(limit), counterOf(limit)]
        let time = 0
        for (const { pause, isTakenBack } of all) {
          time += pause
          const counted = counter.at(time)
          if (counted.isAccepted && isTakenBack) counted.uncount()
          else assert.deepEqual(waitOf(counted), waitOf(others.at(time)))
        }
      }),
    )
  })

  it('counts each key by itself', () => {
    const requests = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 0, max: 10_000 })))
    fc.assert(
      fc.property(requests, all => {
        const together = counterOf(3)
        const alone = { a: counterOf(3), b: counterOf(3), c: counterOf(3) }
        let time = 0
        for (const [key, pause] of all) {
          time += pause
          assert.equal(waitOf(together.at(time, key)), waitOf(alone[key].at(time, key)))
        }
      }),
    )
  })

  it('keeps at most a third more keys than those of one window, and deletes the others', () => {
    const { at, windows } = counterOf(10)
    for (let n = 0; n < 10_000; n++) {
      at(n * 60, `key ${n}`)
      if (n % 97 === 0) assert.ok(windows.size().keys <= 1_334)
    }
    for (let n = 0; n < 500; n++) at(700_000 + n, 'one')
    assert.equal(windows.size().keys, 1)
  })

  it('keeps at most 61 slots of a key, whatever the limit and the requests, and none of requests that are taken back', () => {
    const { at, windows } = counterOf(1e9)
    for (let n = 0; n < 30_000; n++) {
      at(n * 7)
      assert.ok(windows.size().slots <= MAX_SLOTS + 1)
    }
    for (let n = 0; n < 100; n++) {
      const counted = at(1_000_000 + n * 7)
      if (counted.isAccepted) counted.uncount()
      assert.deepEqual(windows.size(), { keys: 0, slots: 0 })
    }
  })
})

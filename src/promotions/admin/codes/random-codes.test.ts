/** The characters of codes, and the names of batches. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { ALPHABET, drawBatchName, drawTexts } from './random-codes.ts'

/** Returns bytes that count up from one, also over several calls. */
function counting(first = 0) {
  let next = first
  return (size: number) => Uint8Array.from({ length: size }, () => next++ % 256)
}

describe('random codes', () => {
  it('have upper case letters and digits, of which no two look alike, and no I', () => {
    assert.match(ALPHABET, /^[A-Z2-9]+$/)
    assert.equal(new Set(ALPHABET).size, ALPHABET.length)
    for (const alike of ['O0Q', 'IL1', 'S5', 'B8', 'Z2', 'G6', 'UV']) {
      assert.ok([...alike].filter(each => ALPHABET.includes(each)).length <= 1, alike)
    }
  })

  it('have each character equally often', () => {
    const texts = [...drawTexts(counting(), { count: 256, length: 26 })]
    const counts = Map.groupBy(texts.join(''), character => character)
    assert.deepEqual([...counts.keys()].sort(), [...ALPHABET].sort())
    const sizes = [...counts.values()].map(({ length }) => length)
    assert.ok(Math.max(...sizes) - Math.min(...sizes) <= 1, String(sizes))
  })

  it('have the number and the length that are asked for', () => {
    const texts = [...drawTexts(randomBytes, { count: 1_000, length: 20 })]
    assert.equal(texts.length, 1_000)
    assert.ok(texts.every(text => text.length === 20))
    assert.equal(new Set(texts).size, 1_000)
    assert.deepEqual([...drawTexts(randomBytes, { count: 0, length: 6 })], [])
    assert.throws(() => [...drawTexts(randomBytes, { count: 200_000, length: 6 })], RangeError)
  })

  it('come in the order of their first characters', () => {
    for (const length of [6, 7, 8]) {
      const firsts = [...drawTexts(randomBytes, { count: 5_000, length })].map(text => text.slice(0, 7))
      assert.deepEqual(firsts, firsts.toSorted())
    }
  })

  it('are in batches that are named by their day', () => {
    const at = Date.UTC(2026, 10, 21, 23)
    assert.equal(drawBatchName(counting(), { at, attempt: 0 }), '2026-11-21-2345')
    assert.equal(drawBatchName(counting(), { at, attempt: 2 }), '2026-11-21-234578')
  })
})
